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

export function postMark(id: number): string {
  return `·post${id}`
}

export function statusMark(status: string): string {
  return `·status${status}`
}
