import { toast } from '#client/behaviors/toast.ts'
import { editorText } from '#client/editor/text.ts'
import { safeLink } from '#kernel/html/urls.ts'

/** Converts HTML from the clipboard of other programs into HTML that the editor supports. */
export function pastedHtml(html: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html')
  withRealLists(page)
  for (const image of page.querySelectorAll('img'))
    image.setAttribute('src', sitePath(image.getAttribute('src') ?? ''))
  const lost = [...page.querySelectorAll('img')].filter(
    (image) => !isReachable(image.getAttribute('src') ?? ''),
  )
  for (const image of lost) (image.closest('figure') ?? image).remove()
  if (lost.length > 0) toast(editorText().imagesLost(lost.length), 'danger')
  return withinLevels(page.body.innerHTML)
}

/** An image of this site, copied from one of its pages, becomes a path. */
function sitePath(src: string): string {
  return src.startsWith(`${location.origin}/images/`) ? src.slice(location.origin.length) : src
}

/** False for a local file and for a part of a mail, which readers cannot load. */
function isReachable(src: string): boolean {
  return /^(https?:|data:image\/|\/)/i.test(src)
}

/**
 * Word copies a list as paragraphs with a bullet or number, and with the level in their style.
 * Converts them into real lists.
 */
function withRealLists(page: Document): void {
  let open: { level: number; list: HTMLElement }[] = []
  for (const paragraph of page.querySelectorAll('p')) {
    const level = Number(
      /mso-list:[^;:]*level(\d+)/.exec(paragraph.getAttribute('style') ?? '')?.[1],
    )
    if (Number.isNaN(level)) continue
    if (paragraph.previousElementSibling !== open[0]?.list) open = []
    const tag = takeMarker(paragraph)
    open = open.filter(
      (one) => one.level < level || (one.level === level && one.list.localName === tag),
    )
    if (open.at(-1)?.level !== level)
      open.push({ level, list: begin(page, tag, open.at(-1)?.list, paragraph) })
    const item = page.createElement('li')
    open.at(-1)?.list.append(item)
    paragraph.removeAttribute('style')
    item.append(paragraph)
  }
}

/** Removes the bullet or number and returns the type of the list. */
function takeMarker(paragraph: HTMLElement): 'ul' | 'ol' {
  const marker = [...paragraph.querySelectorAll('span')].find((part) =>
    /mso-list:\s*ignore/i.test(part.getAttribute('style') ?? ''),
  )
  const said = marker?.textContent?.trim() ?? ''
  marker?.remove()
  return /^\(?[0-9a-z一二三四五六七八九十]{1,4}[.)）、]/i.test(said) ? 'ol' : 'ul'
}

/** The list begins inside the last item of the list above it, or in place of the paragraph. */
function begin(
  page: Document,
  tag: 'ul' | 'ol',
  above: HTMLElement | undefined,
  paragraph: HTMLElement,
): HTMLElement {
  const list = page.createElement(tag)
  const parent = above?.lastElementChild
  if (parent) parent.append(list)
  else paragraph.before(list)
  return list
}

/**
 * The title is not part of the body, which has three heading levels below it.
 * kernel/html/readable.ts does the same for readers.
 */
export function withinLevels(html: string): string {
  const down = /<h1[\s>]/i.test(html) ? 1 : 0
  return html.replace(/<(\/?)h([1-6])(?=[\s>])/gi, (_, slash: string, level: string) => {
    return `<${slash}h${Math.min(4, Number(level) + down)}`
  })
}

/**
 * The rule of the sanitiser, so that the editor creates no link that the sanitiser would remove.
 */
export function isLink(address: string): boolean {
  return safeLink(address) !== null
}

/**
 * A URL from typed text. `example.com` and `me@example.com` are completed. Null if the text is not
 * an address.
 */
export function linkFrom(typed: string): string | null {
  const text = typed.trim()
  if (/^[^\s@/:]+@[^\s@/][^\s@/.]*\.[^\s@/]+$/.test(text)) return `mailto:${text}`
  if (/^(?:[a-z\d-]+\.)+[a-z]{2,}(?:[/?#:]|$)/i.test(text)) return safeLink(`https://${text}`)
  return safeLink(text)
}

/**
 * Whether a plain text is probably Markdown. One clear sign is enough, because a wrong guess can be
 * undone.
 */
export function looksLikeMarkdown(text: string): boolean {
  const lines = text.split(/\r?\n/)
  const count = (sign: RegExp) => lines.filter((line) => sign.test(line)).length
  return (
    /^(?:```|~~~)/m.test(text) ||
    // A single # before other lines is a comment in many languages.
    lines.some(
      (line, index) =>
        /^#{1,6} \S/.test(line) && (line.startsWith('##') || !lines[index + 1]?.trim()),
    ) ||
    lines.some((line, index) => line.includes('|') && isTableRule(lines[index + 1] ?? '')) ||
    count(/^\s*[-*+] \[[ xX]\] /) > 0 ||
    count(/^> ?\S/) > 0 ||
    count(/^\s{0,3}[-*+] \S/) > 1 ||
    count(/^\s{0,3}\d{1,3}[.)] \S/) > 1 ||
    /\[[^[\]\n]+\]\((?:https?:|\/|mailto:)[^)\s]/.test(text) ||
    /(?:^|[\s（(，。])(?:\*\*|__)[^\s*_][^\n]*?(?:\*\*|__)/.test(text) ||
    /(?:^|[\s（(，。])`[^`\n]+`/.test(text)
  )
}

/** The line below the head of a table: `|---|:--|`. */
function isTableRule(line: string): boolean {
  return /^[-\s:|]+$/.test(line) && line.includes('--')
}
