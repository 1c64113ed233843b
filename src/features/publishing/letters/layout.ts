import { type Identity, PRODUCT_NAME } from '#features/core/identity/identity.ts'
import { subjectLine } from '#features/core/mail/mail-text.ts'
import { button, dark, FONT, type Message, mailShades } from '#features/core/mail/message.ts'
import { mailBody } from '#features/publishing/letters/body.ts'
import { letterSentences } from '#features/publishing/letters/sentences.ts'
import { escapeAttribute, escapeText } from '#kernel/html/entities.ts'
import type { Language } from '#kernel/i18n.ts'

/** A post as a letter shows it. `body` is null if the author chose the summary. */
export interface LetterPost {
  id: number
  title: string
  summary: string
  author: string
  body: string | null
}

export interface LetterContent {
  subject: string
  posts: readonly LetterPost[]
  /** Names the list in `List-Id`, such as `author-10001`. */
  list: string
  language: Language
  site: string
}

/** Links of one subscriber. */
interface Links {
  stop: string
  manage: string
}

/** Stand for the links of the subscriber. */
const STOP = '\u{e001}'
const MANAGE = '\u{e002}'

/** A letter for every subscriber in one language. `messageTo` adds the address and the links. */
export interface Letter {
  subject: string
  html: string
  text: string
  senderName: string | null
  headers: Record<string, string>
  site: string
}

export function letterOf({ subject, posts, list, language, site }: LetterContent, identity: Identity): Letter {
  const say = letterSentences[language].mail
  const name = identity.name ?? PRODUCT_NAME
  const shades = mailShades(identity)
  const { accent } = shades.light
  const parts = posts.map(withoutMarks).map((post, index) => {
    const path = `/posts/${post.id}`
    const whole = index === 0 && post.body !== null ? mailBody(post.body, { site, path, accent }) : null
    const url = escapeAttribute(site + path)
    const title = `<a class="title" href="${url}" style="color:#231d17;text-decoration:none">${escapeText(post.title)}</a>`
    const body = whole?.html ?? `<p style="margin:0 0 16px">${escapeText(post.summary)}</p>`
    const label = whole === null ? say.read : whole.isCut ? say.rest : say.discuss
    return {
      html: `<h${index === 0 ? 1 : 2} style="margin:${index === 0 ? 0 : '32px'} 0 6px;font-size:${index === 0 ? 24 : 19}px;line-height:1.35;overflow-wrap:anywhere">${title}</h${index === 0 ? 1 : 2}>
<p class="soft" style="margin:0 0 18px;font-size:14px;color:#5b5249">${escapeText(post.author)}</p>
${body}
${index === 0 ? button(label, site + path, shades.light) : ''}`,
      text: `${post.title}\n${post.author}\n\n${(whole?.text ?? post.summary).trim()}\n\n${label}\n${site}${path}\n`,
    }
  })
  return {
    subject: subjectLine(subject),
    html: frame(parts.map(({ html }) => html).join('\n'), {
      subject,
      site,
      name,
      language,
      accent,
      styles: dark(shades.dark),
    }),
    text: `${parts.map(({ text }) => text).join('\n\n')}
-- 
${say.because(name)} ${say.noTracking}
${say.stop}
${STOP}
${say.manage}
${MANAGE}
`,
    senderName: identity.name,
    headers: {
      'Content-Language': language,
      'Auto-Submitted': 'auto-generated',
      Precedence: 'bulk',
      'List-Id': `<${list}.${new URL(site).hostname}>`,
    },
    site,
  }
}

/** A post with a mark in a link would send the links of its readers to another site. */
function withoutMarks({ id, ...texts }: LetterPost): LetterPost {
  const clean = (text: string) => text.replace(/[\u{e001}\u{e002}]/gu, '')
  const { title, summary, author, body } = texts
  return { id, title: clean(title), summary: clean(summary), author: clean(author), body: body && clean(body) }
}

/** Mail providers and Cloudflare accept a one-click link only with https. */
export function messageTo(to: string, letter: Letter, { stop, manage }: Links): Message {
  const { site, html, text, headers, ...rest } = letter
  const filled = (part: string, escaped: (link: string) => string) =>
    part.replaceAll(STOP, escaped(site + stop)).replaceAll(MANAGE, escaped(site + manage))
  const oneClick = site.startsWith('https:') && {
    'List-Unsubscribe': `<${site}${stop}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
  return {
    ...{ ...rest, to, html: filled(html, escapeAttribute), text: filled(text, (link) => link) },
    headers: { ...headers, ...oneClick },
  }
}

interface Frame {
  subject: string
  site: string
  name: string
  language: Language
  accent: string
  styles: string
}

function frame(content: string, { subject, site, name, language, accent, styles }: Frame): string {
  const say = letterSentences[language].mail
  const link = (href: string, label: string) =>
    `<a class="accent" href="${href}" style="color:${accent}">${escapeText(label)}</a>`
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeText(subject)}</title>
<style>${styles}
@media (prefers-color-scheme: dark) {
.title { color: #ede6dc !important }
.code { background: #2a241e !important }
}</style>
</head>
<body class="canvas" style="margin:0;padding:24px 12px;background:#fbf9f6;color:#231d17;${FONT}">
<main>
<div class="card" style="max-width:600px;margin:0 auto;padding:28px 24px;border:1px solid #e8e1d7;border-radius:14px;background:#ffffff;font-size:16px;overflow-wrap:anywhere">
<p style="margin:0 0 24px;font-weight:700;font-size:18px">${link(escapeAttribute(`${site}/`), name)}</p>
${content}
</div>
<p class="soft" style="max-width:600px;margin:16px auto 0;padding:0 12px;font-size:13px;color:#5b5249">${escapeText(say.because(name))} ${escapeText(say.noTracking)}<br>${link(STOP, say.stop)} · ${link(MANAGE, say.manage)}</p>
</main>
</body>
</html>
`
}
