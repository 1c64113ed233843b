import type { Language } from '#kernel/i18n.ts'

/** The name that a new default folder gets, in the language of the owner's first request. */
export const DEFAULT_NAMES: Record<Language, string> = { 'zh-CN': '默认收藏夹', en: 'Favourites' }

/**
 * The name to show: until its owner renames the default folder, its name is in the language of the
 * reader.
 */
export function shownName(
  { name, is_default }: { name: string; is_default: boolean },
  language: Language,
): string {
  return is_default && Object.values(DEFAULT_NAMES).includes(name) ? DEFAULT_NAMES[language] : name
}
