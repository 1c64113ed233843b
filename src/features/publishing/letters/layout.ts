import type { Compute } from '#compute/client.ts'
import { type Identity, PRODUCT_NAME } from '#features/core/identity/identity.ts'
import { subjectLine } from '#features/core/mail/mail-text.ts'
import {
  button,
  inFrame,
  type Message,
  mailLink,
  mailShades,
  oneClickHeaders,
} from '#features/core/mail/message.ts'
import type { LetterPost } from '#features/publishing/letters/plan.ts'
import { letterTexts } from '#features/publishing/letters/sentences.ts'
import { escapeAttribute, escapeText } from '#kernel/html/entities.ts'
import type { Language } from '#kernel/i18n.ts'

export interface LetterContent {
  subject: string
  posts: readonly LetterPost[]
  language: Language
  site: string
}

/**
 * Placeholders for the two links of a subscriber. They are private-use characters. `messageTo`
 * replaces them, so no text of a user or of the owner may contain one: see `withoutMarks`.
 */
const STOP = '\u{e001}'
const MANAGE = '\u{e002}'

/** A letter for every subscriber in one language. `messageTo` adds the address and the links. */
export interface Letter extends Omit<Message, 'to'> {
  site: string
}

export async function letterOf(
  compute: Compute,
  { language, site, ...content }: LetterContent,
  identity: Identity,
): Promise<Letter> {
  const say = letterTexts[language].mail
  const subject = withoutMarks(content.subject)
  const senderName = identity.name === null ? null : withoutMarks(identity.name)
  const name = senderName ?? PRODUCT_NAME
  const shades = mailShades(identity)
  const { accent } = shades.light
  const posts = content.posts.map(cleanPost)
  // Only the first post is shown in full.
  const [first] = posts
  const whole = first?.body
    ? await compute.run('mailBody', { body: first.body, site, path: pathOf(first), accent })
    : null
  const parts = posts.map((post, index) => {
    const path = pathOf(post)
    const [tag, margin, size] = index === 0 ? ['h1', '0', 24] : ['h2', '32px', 19]
    const shown = index === 0 ? whole : null
    const url = escapeAttribute(site + path)
    const title = `<a class="title" href="${url}" style="color:#231d17;text-decoration:none">${escapeText(post.title)}</a>`
    const body = shown?.html ?? `<p style="margin:0 0 16px">${escapeText(post.summary)}</p>`
    const afterBody = shown?.isCut ? say.rest : say.discuss
    const label = shown === null ? say.read : afterBody
    return {
      html: `<${tag} style="margin:${margin} 0 6px;font-size:${size}px;line-height:1.35">${title}</${tag}>
<p class="soft" style="margin:0 0 18px;font-size:14px;color:#5b5249">${escapeText(post.author)}</p>
${body}
${index === 0 ? button(label, site + path, shades.light) : ''}`,
      text: `${post.title}\n${post.author}\n\n${(shown?.text ?? post.summary).trim()}\n\n${label}\n${site}${path}\n`,
    }
  })
  const main = `<div style="font-size:16px;overflow-wrap:anywhere">${parts.map(({ html }) => html).join('\n')}</div>`
  const foot = `${escapeText(say.because(name))}<br>${mailLink(STOP, say.stop, accent)} · ${mailLink(MANAGE, say.manage, accent)}`
  return {
    subject: subjectLine(subject),
    html: inFrame(main, foot, { subject, site, name, language, width: 600 }, shades),
    text: `${parts.map(({ text }) => text).join('\n\n')}
-- 
${say.because(name)}
${say.stop}
${STOP}
${say.manage}
${MANAGE}
`,
    senderName,
    headers: {
      'Content-Language': language,
      'Auto-Submitted': 'auto-generated',
      Precedence: 'bulk',
    },
    site,
  }
}

const pathOf = ({ id }: LetterPost) => `/posts/${id}`

/**
 * Removes the placeholders from a text. With a placeholder in the address of a link, an author
 * could make `messageTo` put the personal links of each reader into it, and another site would
 * receive them.
 */
function withoutMarks(text: string): string {
  return text.replace(/[\u{e001}\u{e002}]/gu, '')
}

function cleanPost({ id, title, summary, author, body }: LetterPost): LetterPost {
  return {
    id,
    title: withoutMarks(title),
    summary: withoutMarks(summary),
    author: withoutMarks(author),
    body: body && withoutMarks(body),
  }
}

/** What differs between the subscribers of a letter: their links, and the name of their list. */
interface Personal {
  stop: string
  manage: string
  list: string
}

/** Of a test letter, which has no subscriber. */
export const NO_SUBSCRIBER: Personal = { stop: '/letters', manage: '/letters', list: 'test' }

export function messageTo(
  to: string,
  letter: Letter,
  { stop, manage, list }: Personal = NO_SUBSCRIBER,
): Message {
  const { site, html, text, headers, ...rest } = letter
  const filled = (part: string, escaped: (link: string) => string) =>
    part.replaceAll(STOP, escaped(site + stop)).replaceAll(MANAGE, escaped(site + manage))
  return {
    ...rest,
    to,
    html: filled(html, escapeAttribute),
    text: filled(text, (link) => link),
    headers: {
      ...headers,
      'List-Id': `<${list}.${new URL(site).hostname}>`,
      ...oneClickHeaders(stop, site),
    },
  }
}
