/** Around what is shown of a file. */
export const FRAME_TAG = 'file_content'

/** What the model is told the `read` tool is for. */
export const TOOL_DESCRIPTION =
  'Reads a text file and returns its lines word for word, between <file_content> and </file_content>. A tag of that name, or one that frames our own messages, starts with &lt; inside. A long file comes in parts: the line after the block says which lines it holds and how to read on. Outside the working directory and the folders of loaded skills the user is asked first.'

export const PATH_DESCRIPTION = 'The file: absolute, or relative to the working directory.'

export const OFFSET_DESCRIPTION = 'First line to read, counted from 1. Leave it out to start at the beginning.'

export const LIMIT_DESCRIPTION = 'Most lines to read. Leave it out for as many as fit.'
