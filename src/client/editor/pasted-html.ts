import { toast } from '#client/behaviors/toast.ts'
import { withinLevels } from '#client/editor/heading-levels.ts'
import { editorText } from '#client/editor/text.ts'

/** What other programs put into the clipboard, as the editor can take it. */
export function pastedHtml(html: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html')
  withRealLists(page)
  const lost = [...page.querySelectorAll('img')].filter((image) => !isReachable(image.getAttribute('src') ?? ''))
  for (const image of lost) (image.closest('figure') ?? image).remove()
  if (lost.length > 0) toast(editorText().imagesLost(lost.length), 'danger')
  return withinLevels(page.body.innerHTML)
}

/** A file of the author's machine, or a part of a mail, is nowhere a reader could get it from. */
function isReachable(src: string): boolean {
  return /^(https?:|data:image\/|\/)/i.test(src)
}

interface Open {
  level: number
  list: HTMLElement
}

/**
 * Word copies a list as paragraphs that begin with a bullet or a number and say in their style which level they are. They become
 * what they mean.
 */
function withRealLists(page: Document): void {
  let open: Open[] = []
  for (const paragraph of page.querySelectorAll('p')) {
    const level = Number(/mso-list:[^;]*level(\d+)/.exec(paragraph.getAttribute('style') ?? '')?.[1])
    if (Number.isNaN(level)) continue
    if (paragraph.previousElementSibling !== open[0]?.list) open = []
    const tag = takeMarker(paragraph)
    open = open.filter((one) => one.level < level || (one.level === level && one.list.localName === tag))
    if (open.at(-1)?.level !== level) open.push({ level, list: begin(page, tag, open.at(-1)?.list, paragraph) })
    const item = page.createElement('li')
    open.at(-1)?.list.append(item)
    paragraph.removeAttribute('style')
    item.append(paragraph)
  }
}

/** Takes the bullet or the number away, and tells which of the two it was. */
function takeMarker(paragraph: HTMLElement): 'ul' | 'ol' {
  const marker = [...paragraph.querySelectorAll('span')].find((part) =>
    /mso-list:\s*ignore/i.test(part.getAttribute('style') ?? ''),
  )
  const said = marker?.textContent?.trim() ?? ''
  marker?.remove()
  return /^\(?[0-9a-z一二三四五六七八九十]{1,4}[.)）、]/i.test(said) ? 'ol' : 'ul'
}

/** Within the last item of the list above it, or in place of the paragraph. */
function begin(page: Document, tag: 'ul' | 'ol', above: HTMLElement | undefined, paragraph: HTMLElement): HTMLElement {
  const list = page.createElement(tag)
  const parent = above?.lastElementChild
  if (parent) parent.append(list)
  else paragraph.before(list)
  return list
}
