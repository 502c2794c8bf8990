/** What the model reads when the arguments are not one name. */
export function invalidArguments(): string {
  return 'The skill tool takes one JSON object with the field "name" alone, a text, like {"name": "code-review"}. Call it again like that, with a name exactly as the list of available skills has it.'
}
