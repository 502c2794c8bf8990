/** What every program here hands to the bench: time and number of skills of one first scan, and the peak of the process. */
export async function reportScan(scan: () => Promise<readonly unknown[]> | readonly unknown[]): Promise<void> {
  const startedAt = performance.now()
  const skills = await scan()
  const ms = performance.now() - startedAt
  const peakMb = process.resourceUsage().maxRSS / 1024
  process.stdout.write(`\n${JSON.stringify({ ms, peakMb, skills: skills.length })}\n`)
  process.exit()
}
