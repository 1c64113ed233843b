import { textOf } from '#kernel/html/plain.ts'

export interface Heading {
  level: number
  text: string
  id: string
}

/**
 * Maximum number of headings with a link. A body of 20,000 headings would cost 150 ms each time it
 * is read.
 */
export const LINKED_HEADINGS_MAX = 500

/** The first headings of a sanitised body, for a table of contents and for links to them. */
export function headingsOf(html: string): Heading[] {
  const taken = new Map<string, number>()
  const headings: Heading[] = []
  for (const [, level, content = ''] of html.matchAll(HEADING)) {
    if (headings.length === LINKED_HEADINGS_MAX) break
    const text = textOf(content).replaceAll('\n', ' ')
    headings.push({ level: Number(level), text, id: freeId(text, taken) })
  }
  return headings
}

/**
 * The same body with these ids on its headings. `linkTo` returns HTML that is added at the end of
 * each of them.
 */
export function withHeadingIds(html: string, linkTo = (_id: string) => ''): string {
  const ids = headingsOf(html).map(({ id }) => id)
  let next = 0
  return html.replace(HEADING, (whole, level: string, content: string) => {
    const id = ids[next]
    next += 1
    return id === undefined ? whole : `<h${level} id="${id}">${content}${linkTo(id)}</h${level}>`
  })
}

/** Sanitised headings have no attributes and are not nested. */
const HEADING = /<h([1-6])>((?:(?!<\/?h[1-6]>).)*)<\/h[1-6]>/gs

/** The prefix prevents a heading from having the same id as an element of the page. */
function freeId(text: string, taken: Map<string, number>): string {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['section']
  const id = `h-${words.join('-').slice(0, 60).toWellFormed()}`
  let count = taken.get(id) ?? 0
  let free = count === 0 ? id : `${id}-${count + 1}`
  while (taken.has(free)) {
    count += 1
    free = `${id}-${count + 1}`
  }
  taken.set(id, count + 1)
  if (free !== id) taken.set(free, 1)
  return free
}
