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
import { atWidth, MEDIUM_WIDTH } from '#kernel/image-widths.ts'
import { SITE_ZONE } from '#kernel/time-zone.ts'

export interface LetterContent {
  subject: string
  posts: readonly LetterPost[]
  /** The author of all posts, who is named as the sender. Undefined for a digest. */
  author?: string | undefined
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
  const author = content.author === undefined ? null : withoutMarks(content.author)
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
    const isFirst = index === 0
    const [tag, style] = isFirst
      ? ['h1', 'margin:0 0 10px;font-size:28px;line-height:1.3;letter-spacing:-0.01em']
      : ['h2', 'margin:0 0 6px;font-size:20px;line-height:1.35']
    const shown = isFirst ? whole : null
    const url = escapeAttribute(site + path)
    const title = `<a class="title" href="${url}" style="color:#231d17;text-decoration:none">${escapeText(post.title)}</a>`
    const body = shown?.html ?? `<p style="margin:0 0 16px">${escapeText(post.summary)}</p>`
    const about = [
      post.author,
      post.published_at && dateOf(post.published_at, language),
      say.minutes(post.reading_minutes),
    ]
      .filter(Boolean)
      .join(' · ')
    const afterBody = shown?.isCut ? say.rest : say.discuss
    const label = shown === null ? say.read : afterBody
    return {
      html: `${isFirst ? coverOf(post, site) : SEPARATOR}
<${tag} style="${style}">${title}</${tag}>
<p class="soft" style="margin:0 0 ${isFirst ? 22 : 10}px;font-size:14px;color:#5b5249">${escapeText(about)}</p>
${body}
${isFirst ? button(label, site + path, shades.light) : ''}
${actionsOf(post, site, say, accent, isFirst ? null : label)}`,
      text: `${post.title}\n${about}\n\n${(shown?.text ?? post.summary).trim()}\n\n${label}\n${site}${path}\n\n${say.comment}\n${site}${path}#comments\n`,
    }
  })
  const main = `<div style="font-size:17px;line-height:1.7;overflow-wrap:anywhere">${parts.map(({ html }) => html).join('\n')}</div>`
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
    senderName: author === null ? senderName : `${author} · ${name}`,
    headers: {
      'Content-Language': language,
      'Auto-Submitted': 'auto-generated',
      Precedence: 'bulk',
    },
    site,
  }
}

const SEPARATOR = '<hr class="line" style="margin:32px 0;border:0;border-top:1px solid #d8cfc3">'

/**
 * The cover, if this site stores it: an image of another site would report each reader to that
 * site. All readers get the same address.
 */
function coverOf({ cover_url }: LetterPost, site: string): string {
  if (cover_url === null || !cover_url.startsWith('/')) return ''
  const source = escapeAttribute(site + atWidth(cover_url, MEDIUM_WIDTH))
  return `<img src="${source}" alt="" width="600" style="display:block;width:100%;max-width:600px;height:auto;margin:0 0 24px;border:0;border-radius:10px">`
}

/** Links to what a reader can do on the page. A post without a button begins with its own link. */
function actionsOf(
  post: LetterPost,
  site: string,
  say: (typeof letterTexts)['en']['mail'],
  accent: string,
  read: string | null,
): string {
  const to = (fragment: string, label: string) =>
    mailLink(escapeAttribute(`${site}${pathOf(post)}${fragment}`), label, accent)
  const links = [
    ...(read === null ? [] : [to('', read)]),
    to('#reactions', say.like),
    to('#comments', say.comment),
  ]
  return `<p style="margin:18px 0 0;font-size:15px">${links.join('&nbsp; · &nbsp;')}</p>`
}

function dateOf(time: string, language: Language): string {
  return new Date(time).toLocaleDateString(language, { timeZone: SITE_ZONE, dateStyle: 'long' })
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

function cleanPost({ title, summary, author, body, ...post }: LetterPost): LetterPost {
  return {
    ...post,
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
