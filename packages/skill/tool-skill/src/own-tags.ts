/** The tags that frame what the model gets from us. */
const OWN_TAGS = ['skill_content', 'skill_resources', 'skill_instructions', 'system-reminder']

/** What does not show, or hardly: a name split by it still reads as the name. */
const UNSEEN = String.raw`\s\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}`

const NAMES = OWN_TAGS.map((name) => Array.from(name).join(`[${UNSEEN}]*`)).join('|')

// No class takes `<`, and slashes share one with what is unseen: each character is looked at a few times at most.
const OWN_TAG = new RegExp(`<(?=[/${UNSEEN}]*(?:${NAMES})(?![\\w-]))`, 'giu')

/**
 * `text` word for word, but that an opening or closing tag of ours inside it starts with `&lt;`, however it is written:
 * in any case, spaced, split by what does not show. So the end of the frame around it is unambiguous.
 */
export function neutraliseOwnTags(text: string): string {
  return text.replace(OWN_TAG, '&lt;')
}
