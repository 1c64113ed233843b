import type { Letter } from '#features/mail/letter.ts'
import { mailSentences } from '#features/mail/sentences.ts'
import type { Language } from '#kernel/i18n.ts'

export interface Frame {
  subject: string
  site: string
  language: Language
}

/** The mail for readers of plain text. The address stands on a line of its own, where every mail program makes it a link. */
export function asText({ lines, action, notes }: Letter, { site, language }: Frame): string {
  const { because } = mailSentences[language]
  const parts = [
    ...lines,
    ...(action ? [`${action.label}\n${site}${action.path}`] : []),
    ...notes,
    `-- \nJoule · ${site}\n${because}`,
  ]
  return `${parts.join('\n\n')}\n`
}
