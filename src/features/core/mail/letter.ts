/** What a mail says. Its layouts are made of it when it is sent, so nothing is stored twice. */
export interface Letter {
  /** Paragraphs above the button. */
  lines: string[]
  action?: Action
  /** A list above the button, each with the path of this site that it leads to. */
  items?: { id: number; text: string; path: string | null }[]
  /** The path by which whoever wants no more such mail says so. */
  unsubscribe?: string
  /** Small print below the button. */
  notes: string[]
}

interface Action {
  label: string
  /** A path of this site. */
  path: string
}

/**
 * Stands in letters and their subjects for the name of the site, which `mail` puts in: whoever writes a letter need not know it. A
 * private character of Unicode, which nothing that people write has in it.
 */
export const SITE_NAME = '\u{e000}'

const SUBJECT_MAX = 200

/** Names and titles stand in subjects. A line break in one would begin a header of its own, so no control character stays. */
export function subjectLine(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  return [...line].slice(0, SUBJECT_MAX).join('')
}
