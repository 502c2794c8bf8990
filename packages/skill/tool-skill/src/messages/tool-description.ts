/** What the model is told the `skill` tool is for. */
export const TOOL_DESCRIPTION =
  'Loads a skill: instructions prepared for one kind of task, and where the files are that belong to it. Call it before you start on a task that the description of a listed skill covers, then follow what it returns.'

/** What the model is told of the tool's one parameter. */
export const NAME_DESCRIPTION = 'Exact name of the skill, as the list of available skills has it.'
