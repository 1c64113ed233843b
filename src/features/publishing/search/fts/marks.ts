/**
 * Tokens that no text has: each begins with a character that is cut out of texts, so that a search for words never meets
 * them. They stand in the column `marks` of an index.
 */

/** Before each word of the title, and of the tags: where a word stands decides how much it counts. */
export const IN_TITLE = '§'
export const IN_TAGS = '¶'

/** Tokens as `tokensOf` gives them, each with the mark before it. */
export function marked(mark: string, tokens: string): string {
  return tokens === '' ? '' : mark + tokens.replaceAll(' ', ` ${mark}`)
}

// What a search is narrowed to.

export function authorMark(uid: number): string {
  return `·author${uid}`
}

/** A tag may hold anything, so it is spelled in digits: one token, whatever is in it. */
export function tagMark(key: string): string {
  const bytes = new TextEncoder().encode(key)
  return `·tag${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** The language of a post: `zh`, `en`, or nothing for neither. */
export function languageMark(language: string): string {
  return `·language${language}`
}

/** A day or a month of publication, `2026-11-15` or `2026-11`: one token, so without what parts its numbers. */
export function dateMark(date: string): string {
  return `·on${date.replaceAll('-', '')}`
}

export function postMark(id: number): string {
  return `·post${id}`
}

export function statusMark(status: string): string {
  return `·status${status}`
}
