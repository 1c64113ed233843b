import { type Identity, PRODUCT_NAME } from '#features/core/identity/identity.ts'
import { type MailText, mailSentences } from '#features/core/mail/mail-text.ts'
import type { Mail } from '#features/core/mail/outbox.ts'
import { escapeAttribute, escapeText } from '#kernel/html/entities.ts'
import type { Language } from '#kernel/i18n.ts'
import { type Shades, shadesOf } from '#kernel/look/accent.ts'

export interface Message {
  to: string
  subject: string
  text: string
  html: string
  /** The name of the sender, or null if the owner has not named the site. */
  senderName: string | null
  headers: Record<string, string>
}

type Sendable = Pick<Mail, 'address' | 'language' | 'site' | 'subject'> & { letter: string }

/** Renders a mail with the current name and accent of the site. */
export function messageOf(
  { address, language, site, subject, letter: stored }: Sendable,
  identity: Identity,
): Message {
  const content: MailText = JSON.parse(stored)
  const about = { subject, site, language, name: identity.name ?? PRODUCT_NAME }
  const shades = mailShades(identity)
  return {
    to: address,
    subject,
    text: asText(content, about),
    html: asHtml(content, about, shades),
    senderName: identity.name,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'Content-Language': language,
      ...oneClickHeaders(content.unsubscribe, site),
    },
  }
}

/** The headers for the unsubscribe button of mail programs (RFC 8058). */
export function oneClickHeaders(path: string | undefined, site: string): Record<string, string> {
  if (!path) return {}
  return {
    'List-Unsubscribe': `<${site}${path}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}

/** The address of the button of a mail, or null if the mail has no button. */
export function linkIn({ site, letter }: Pick<Sendable, 'site' | 'letter'>): string | null {
  const { action }: MailText = JSON.parse(letter)
  return action ? site + action.path : null
}

type Colours = Pick<Shades, 'accent' | 'on'>

/** The accent and its text colour in both themes. */
export type MailShades = Record<'light' | 'dark', Colours>

export function mailShades({ accent }: Pick<Identity, 'accent'>): MailShades {
  return accent === null ? DEFAULT_SHADES : shadesOf(accent)
}

/** These are the values of static/css/tokens.css. */
const DEFAULT_SHADES: MailShades = {
  light: { accent: '#ae4c08', on: '#ffffff' },
  dark: { accent: '#f8ab49', on: '#2b1600' },
}

function asHtml(
  { lines, items = [], action, notes, unsubscribe }: MailText,
  frame: Frame,
  shades: MailShades,
): string {
  const { site, name, language } = frame
  const { accent } = shades.light
  const main = `<h1 style="margin:0 0 16px;font-size:20px;line-height:1.35;overflow-wrap:anywhere">${escapeText(frame.subject)}</h1>
${lines.map((line) => paragraph(line, 'margin:0 0 16px;font-size:16px')).join('\n')}
${items.length > 0 ? list(items, site, accent) : ''}
${action ? button(action.label, site + action.path, shades.light) : ''}
${notes.map((note) => paragraph(note, 'margin:16px 0 0;font-size:14px;color:#5b5249', 'soft')).join('\n')}`
  const { because, unsubscribe: label } = mailSentences[language]
  const stop = unsubscribe ? ` ${mailLink(escapeAttribute(site + unsubscribe), label, accent)}` : ''
  return inFrame(main, escapeText(because(name)) + stop, frame, shades)
}

export function mailLink(href: string, label: string, accent: string): string {
  return `<a class="accent" href="${href}" style="color:${accent}">${escapeText(label)}</a>`
}

/**
 * The HTML around the main part of a mail. Every element has inline styles, because mail programs
 * may drop style sheets; the style sheet only adds dark colours. The frame has no images, so
 * that opening a mail cannot be tracked.
 */
export function inFrame(
  main: string,
  foot: string,
  { subject, site, name, language, width = 520 }: Frame,
  { light, dark }: MailShades,
): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeText(subject)}</title>
<style>@media (prefers-color-scheme: dark) {
.canvas { background: #161310 !important; color: #ede6dc !important }
.card { background: #1e1a16 !important; border-color: #362f28 !important }
.soft { color: #bfb4a6 !important }
.title { color: #ede6dc !important }
.code { background: #2a241e !important }
.line { border-color: #4a4138 !important }
.accent { color: ${dark.accent} !important }
.button { background: ${dark.accent} !important; color: ${dark.on} !important }
}</style>
</head>
<body class="canvas" style="margin:0;padding:24px 12px;background:#fbf9f6;color:#231d17;font-family:system-ui,-apple-system,'Segoe UI','PingFang SC','Microsoft YaHei',sans-serif;line-height:1.6">
<main>
<div class="card" style="max-width:${width}px;margin:0 auto;padding:28px 24px;border:1px solid #e8e1d7;border-radius:14px;background:#ffffff">
<p style="margin:0 0 20px;font-weight:700;font-size:18px"><a class="accent" href="${escapeAttribute(site)}/" style="color:${light.accent};text-decoration:none">${escapeText(name)}</a></p>
${main}
</div>
<p class="soft" style="max-width:${width}px;margin:16px auto 0;padding:0 12px;font-size:13px;color:#5b5249">${foot}</p>
</main>
</body>
</html>
`
}

function list(items: NonNullable<MailText['items']>, site: string, accent: string): string {
  const entries = items.map(({ text, path }) => {
    const linked =
      path === null ? escapeText(text) : mailLink(escapeAttribute(site + path), text, accent)
    return `<li style="margin:0 0 10px;overflow-wrap:anywhere">${linked}</li>`
  })
  return `<ul style="margin:0 0 16px;padding:0 0 0 20px;font-size:16px">${entries.join('')}</ul>`
}

function paragraph(text: string, style: string, name = ''): string {
  return `<p${name && ` class="${name}"`} style="${style};overflow-wrap:anywhere">${escapeText(text).replaceAll('\n', '<br>')}</p>`
}

/**
 * A button with its address repeated below it, so that the reader can check the address before
 * clicking.
 */
export function button(label: string, address: string, { accent, on }: Colours): string {
  const href = escapeAttribute(address)
  return `<p style="margin:24px 0 8px"><a class="button" href="${href}" style="display:inline-block;padding:12px 22px;border-radius:10px;background:${accent};color:${on};font-size:16px;font-weight:600;text-decoration:none">${escapeText(label)}</a></p>
<p class="soft" style="margin:0;font-size:13px;color:#5b5249;overflow-wrap:anywhere">${escapeText(address)}</p>`
}

export interface Frame {
  subject: string
  /** The address and the name of the site. */
  site: string
  name: string
  language: Language
  /** The largest width of the card, in pixels. */
  width?: number
}

/**
 * The plain text part of a mail. Each address is on a line of its own, so that mail programs turn
 * it into a link.
 */
export function asText(
  { lines, items = [], action, notes, unsubscribe }: MailText,
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
