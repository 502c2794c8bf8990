/** The tags that frame what the model gets from us. */
const OWN_TAGS = ['skill_content', 'skill_resources', 'skill_instructions', 'system-reminder']

/** What does not show, or hardly: a name split by it still reads as the name. */
const UNSEEN = String.raw`\s\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}`

const OWN_TAG = tagsNamed(OWN_TAGS)

/**
 * `text` word for word, but that an opening or closing tag of ours inside it starts with `&lt;`, however it is written:
 * in any case, spaced, split by what does not show. So the end of the frame around it is unambiguous.
 */
export function neutraliseOwnTags(text: string): string {
  return text.replace(OWN_TAG, '&lt;')
}

/**
 * `text` on lines of its own between tags called `tag`. Inside it such tags are neutralised, and so are ours. Attributes
 * are written as they are: escape them.
 */
export function frame(tag: string, text: string, attributes = ''): string {
  const inner = neutraliseOwnTags(text).replace(tagsNamed([tag]), '&lt;')
  const end = inner === '' || inner.endsWith('\n') ? '' : '\n'
  return `<${tag}${attributes === '' ? '' : ` ${attributes}`}>\n${inner}${end}</${tag}>`
}

function tagsNamed(tags: readonly string[]): RegExp {
  const names = tags.map((name) => Array.from(name).join(`[${UNSEEN}]*`)).join('|')
  // No class takes `<`, and slashes share one with what is unseen: each character is looked at a few times at most.
  return new RegExp(`<(?=[/${UNSEEN}]*(?:${names})(?![\\w-]))`, 'giu')
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes `& < > " '`: for catalog lines and attribute values. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}

/** Escapes `& < >` alone: for text between tags, where a path keeps its quotes and apostrophes. */
export function escapeText(text: string): string {
  return text.replace(/[&<>]/g, (character) => ENTITIES[character] ?? character)
}
