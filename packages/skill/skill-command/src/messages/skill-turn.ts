/**
 * The user turn that starts a skill: its rendered content, then the user's words. They come last, so that nothing has to
 * end them and they stay as typed.
 */
export function skillTurn(name: string, content: string, instructions: string): string {
  const start = `${content}\n\nThe user started the skill "${name}" with the command /skill:${name}.`
  if (instructions === '') return `${start} The user said nothing else and asks you to run this skill now.`
  return `${start} Follow its instructions for the user's request. All that stands below this line is that request, word for word:\n\n${instructions}`
}
