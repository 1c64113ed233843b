/** Limits of a post, for the site and for imports. Lengths are in characters. */
export const TITLE_MAX = 120
export const BODY_MAX = 200_000
/**
 * Maximum length of a body as it is sent. Word processors add markup that the sanitiser removes, so
 * it may be longer than the stored body. The limit bounds the work of the sanitiser.
 */
export const RAW_BODY_MAX = 2 * BODY_MAX
/**
 * Maximum number of tags in a raw body. The work of the sanitiser depends on their number more than
 * on the length.
 */
export const TAGS_IN_BODY_MAX = 10_000
export const SUMMARY_MAX = 300
export const IMPORT_KEY_MAX = 200
export const CANONICAL_URL_MAX = 500
export const TAGS_MAX = 5
export const TAG_MAX = 24

/**
 * The number of tags in a raw body. Every `<` counts, because a browser must look at each of them.
 */
export function tagsIn(html: string): number {
  return html.split('<').length - 1
}

/** Spellings with the same key are one tag. */
export function tagKey(name: string): string {
  return name.normalize('NFKC').toLowerCase()
}

/**
 * How long a comment can be edited. The trigger comments_are_edited_in_time has the same number.
 */
export const EDIT_MINUTES = 15

/** How long a user can undo an action that notifies others. */
export const UNDO_SECONDS = 5
