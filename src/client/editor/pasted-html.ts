import { toast } from '#client/behaviors/toast.ts'
import { withinLevels } from '#client/editor/heading-levels.ts'
import { editorText } from '#client/editor/text.ts'

/** Converts HTML from the clipboard of other programs into HTML that the editor supports. */
export function pastedHtml(html: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html')
  withRealLists(page)
  const lost = [...page.querySelectorAll('img')].filter((image) => !isReachable(image.getAttribute('src') ?? ''))
  for (const image of lost) (image.closest('figure') ?? image).remove()
  if (lost.length > 0) toast(editorText().imagesLost(lost.length), 'danger')
  return withinLevels(page.body.innerHTML)
}

/** A local file or a part of a mail cannot be loaded by readers. */
function isReachable(src: string): boolean {
  return /^(https?:|data:image\/|\/)/i.test(src)
}

interface Open {
  level: number
  list: HTMLElement
}

/**
 * Word copies a list as paragraphs with a bullet or number, and with the level in their style. Converts them into real
 * lists.
 */
function withRealLists(page: Document): void {
  let open: Open[] = []
  for (const paragraph of page.querySelectorAll('p')) {
    const level = Number(/mso-list:[^;:]*level(\d+)/.exec(paragraph.getAttribute('style') ?? '')?.[1])
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

/** Removes the bullet or number and returns the type of the list. */
function takeMarker(paragraph: HTMLElement): 'ul' | 'ol' {
  const marker = [...paragraph.querySelectorAll('span')].find((part) =>
    /mso-list:\s*ignore/i.test(part.getAttribute('style') ?? ''),
  )
  const said = marker?.textContent?.trim() ?? ''
  marker?.remove()
  return /^\(?[0-9a-z一二三四五六七八九十]{1,4}[.)）、]/i.test(said) ? 'ol' : 'ul'
}

/** Inside the last item of the list above, or in place of the paragraph. */
function begin(page: Document, tag: 'ul' | 'ol', above: HTMLElement | undefined, paragraph: HTMLElement): HTMLElement {
  const list = page.createElement(tag)
  const parent = above?.lastElementChild
  if (parent) parent.append(list)
  else paragraph.before(list)
  return list
}
