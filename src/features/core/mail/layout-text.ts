import type { Letter } from '#features/core/mail/letter.ts'
import { mailSentences } from '#features/core/mail/sentences.ts'
import type { Language } from '#kernel/i18n.ts'

export interface Frame {
  subject: string
  /** The address and the name of the site. */
  site: string
  name: string
  language: Language
}

/** The plain text part of a mail. Addresses are on their own line, so that mail programs make them links. */
export function asText(
  { lines, items = [], action, notes, unsubscribe }: Letter,
  { site, name, language }: Frame,
): string {
  const say = mailSentences[language]
  const parts = [
    ...lines,
    ...items.map(({ text, path }) => (path === null ? `- ${text}` : `- ${text}\n  ${site}${path}`)),
    ...(action ? [`${action.label}\n${site}${action.path}`] : []),
    ...notes,
    ...(unsubscribe ? [`${say.unsubscribe}\n${site}${unsubscribe}`] : []),
    `-- \n${name} · ${site}\n${say.because(name)}`,
  ]
  return `${parts.join('\n\n')}\n`
}
