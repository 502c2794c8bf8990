/** What the model reads when nobody allowed the command. */
export function notAllowed(): string {
  return 'The command was not run: it was not allowed. Do not try to get the same done in another way. Go on without it, or tell the user which command you need and what for.'
}
