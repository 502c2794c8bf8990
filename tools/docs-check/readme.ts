/** The last sections of each package's page, in this order. */
const SECTIONS = ['Settings', 'How it fails', 'See also']

/** What the page of the package `name` lacks of the form that all of them have. */
export function faultsOfReadme(text: string, name: string): readonly string[] {
  const [title, , sentence = ''] = text.split('\n')
  const headings = Array.from(text.matchAll(/^## (.+)$/gm), (match) => match[1])
  const faults = [
    title === `# ${name}` ? undefined : `the title is not "# ${name}"`,
    /^[^\s#`*|-].*\.$|^`.*\.$/.test(sentence) && !/\.\s/.test(sentence)
      ? undefined
      : 'line 3 is not one whole sentence',
    headings.slice(-SECTIONS.length).join() === SECTIONS.join()
      ? undefined
      : `the last sections are ${headings.slice(-SECTIONS.length).join(', ')}, not ${SECTIONS.join(', ')}`,
  ]
  return faults.filter((fault) => fault !== undefined)
}

/** The text of a section, without its heading; empty when there is none. */
export function sectionOf(text: string, heading: string): string {
  return text.split(/^## /m).find((section) => section.startsWith(`${heading}\n`)) ?? ''
}
