/** The protocol has no flag for a tool that failed, so its result says so. */
export const TOOL_ERROR_MARK = '[tool error] '

/** What the model reads as the result of a call that has none. */
export const MISSING_RESULT = `${TOOL_ERROR_MARK}No result of this call was recorded.`

/** What stands for an answer between the results of calls and the next user message, which strict servers refuse there. */
export const MISSING_ANSWER = '[No answer was given here: the next message of the user came first.]'
