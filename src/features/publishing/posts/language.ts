import type { PostRow } from '#db/schema/posts.ts'

/** What lists can be narrowed to. */
export const POST_LANGUAGES = ['zh', 'en'] as const
export type PostLanguage = (typeof POST_LANGUAGES)[number]

/** Of a post that is in neither: every list has it. */
const NEITHER = ''
/** The three values of the column `posts.language`. */
export const LISTED_LANGUAGES = [...POST_LANGUAGES, NEITHER] as const

/** What a list of posts in this language has. */
export function listedWith(language: PostLanguage): string[] {
  return LISTED_LANGUAGES.filter((listed) => listed === language || listed === NEITHER)
}

/** A text is Chinese if one character in so many is: an English one may quote a word of it, and a Chinese one is full of English names. */
export const CHINESE_ONE_IN = 9
/** How many bytes a Chinese character has beyond its first. */
export const BYTES_MORE = 2

const KANA_OR_HANGUL = /[\u3041-\u30fa\uac00-\ud7a3]/
const HAN = /[\u3400-\u9fff]/

/**
 * The language of a post by the script of its title and summary, null for neither. The column `posts.language` has the same rule in
 * SQL, which counts Chinese characters by their bytes; a test holds the two together.
 */
export function languageOfPost({ title, summary }: Pick<PostRow, 'title' | 'summary'>): PostLanguage | null {
  const text = `${title} ${summary}`
  if (KANA_OR_HANGUL.test(text)) return null
  const characters = [...text].length
  const bytes = new TextEncoder().encode(text).length
  if (HAN.test(text) && CHINESE_ONE_IN * (bytes - characters) > BYTES_MORE * characters) return 'zh'
  return /[A-Za-z]/.test(text) ? 'en' : null
}

/** Whether a list that is narrowed to this language, or to none, has the post. */
export function isIn(language: PostLanguage | null, post: Pick<PostRow, 'title' | 'summary'>): boolean {
  return language === null || (languageOfPost(post) ?? language) === language
}
