export interface Status {
  readonly state: 'idle' | 'loading' | 'running'
  /** The next Ctrl-C leaves. */
  readonly isArmed: boolean
  readonly retry: string | undefined
  readonly model: string
  readonly cwd: string
}

/** How things stand, in one line. */
export function statusText({ state, isArmed, retry, model, cwd }: Status): string {
  if (isArmed) return 'Ctrl-C again leaves'
  if (state === 'loading') return 'loading · Esc cancels'
  if (state === 'running') return retry ?? 'working · Esc cancels'
  return `${model} · ${cwd} · /help`
}
