/** What the model is told the `bash` tool is for. */
export const TOOL_DESCRIPTION =
  'Runs a command with bash in the working directory and returns what it prints, errors included, between <command_output> and </command_output>, and its exit code. The user is asked before each command. Nothing can be typed into it: use options that need no answer. Each call is a shell of its own, so a change of directory or a variable does not last. Of long output the start and the end are shown.'

export function commandDescription(): string {
  return 'The command line, as for bash -c. Name the script of a skill by its absolute path, in quotes.'
}

export function timeoutDescription(defaultMs: number, maxMs: number): string {
  return `Time limit in milliseconds, at most ${maxMs}; ${defaultMs} when left out. When it is over, the command and all that it started are ended.`
}
