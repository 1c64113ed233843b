import { borderOf } from '#kernel/html/text.ts'
import { tokensOf } from '#kernel/html/tokens.ts'

/** The text with link targets and image sources, so that a diff shows a changed URL. */
export function textWithTargets(html: string): string {
  let text = ''
  const links: string[] = []
  for (const token of tokensOf(html)) {
    if (token.type === 'text') text += token.text.replace(/[^\S\n ]/g, ' ')
    else if (token.name === 'a' && token.type === 'start') links.push(token.attributes.get('href') ?? '')
    else if (token.name === 'a') text += targetOf(links.pop())
    else if (token.name === 'img' && token.type === 'start') text += imageOf(token.attributes)
    else text += borderOf(token.name)
  }
  return text
    .replace(/ {2,}/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim()
}

function targetOf(href: string | undefined): string {
  return href ? ` ⟨${href}⟩` : ''
}

function imageOf(attributes: ReadonlyMap<string, string>): string {
  const alt = attributes.get('alt')
  return `\n🖼 ${alt ? `${alt} ` : ''}⟨${attributes.get('src') ?? ''}⟩\n`
}
