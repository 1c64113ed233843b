import type { PostRow } from '#db/schema/publishing.ts'

/** The languages by which readers can filter lists. */
export const POST_LANGUAGES = ['zh', 'en'] as const
export type PostLanguage = (typeof POST_LANGUAGES)[number]

/** The value for posts in other languages. Every list includes them. */
const OTHER = ''
/** The values of the column `posts.language`. */
export const LISTED_LANGUAGES = [...POST_LANGUAGES, OTHER] as const

/** The values of `posts.language` in a list of this language. */
export function listedWith(language: PostLanguage): string[] {
  return LISTED_LANGUAGES.filter((listed) => listed === language || listed === OTHER)
}

/**
 * A text is Chinese if more than one character in this many is Chinese. An English text may quote a
 * Chinese word, and a Chinese text has many English names.
 */
export const CHINESE_ONE_IN = 9
/** The UTF-8 bytes of a Chinese character after the first. */
export const BYTES_MORE = 2

const KANA_OR_HANGUL = /[\u3041-\u30fa\uac00-\ud7a3]/
const HAN = /[\u3400-\u9fff]/

/**
 * The language of a post by the script of its title and summary; null for other languages. The
 * column `posts.language` has the same rule in SQL, which counts Chinese characters by their bytes;
 * a test compares the two.
 */
export function languageOfPost({
  title,
  summary,
}: Pick<PostRow, 'title' | 'summary'>): PostLanguage | null {
  const text = `${title} ${summary}`
  if (KANA_OR_HANGUL.test(text)) return null
  const characters = [...text].length
  const bytes = new TextEncoder().encode(text).length
  if (HAN.test(text) && CHINESE_ONE_IN * (bytes - characters) > BYTES_MORE * characters) return 'zh'
  return /[A-Za-z]/.test(text) ? 'en' : null
}

/** Whether a list with this language filter includes the post; null is no filter. */
export function isIn(
  language: PostLanguage | null,
  post: Pick<PostRow, 'title' | 'summary'>,
): boolean {
  return language === null || (languageOfPost(post) ?? language) === language
}
