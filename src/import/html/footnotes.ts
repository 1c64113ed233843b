import { decoded } from '#import/html/archive-images.ts'
import {
  attribute,
  type ForeignElement,
  type ForeignNode,
  hasClass,
  isElement,
  textIn,
} from '#import/html/foreign-tree.ts'

/** The footnotes of a page, and the number of each in the order of the references. */
export interface Footnotes {
  /** The number for a link, if it refers to a footnote. */
  numberOf(link: ForeignElement): number | null
  /** Whether the element is the text of a footnote, or a box around such texts. */
  isNote(element: ForeignElement): boolean
  /** In the order of their numbers. */
  notes: ForeignElement[]
}

export function footnotesIn(root: ForeignElement): Footnotes {
  const byId = new Map<string, ForeignElement>()
  const boxes = new Set<ForeignElement>()
  const links: ForeignElement[] = []
  collect(root, false)

  function collect(element: ForeignElement, inBox: boolean): void {
    for (const child of element.children) {
      if (!isElement(child)) continue
      const isBox = !inBox && isNotesBox(child)
      if (isBox) boxes.add(child)
      const id = noteId(child, inBox || isBox)
      if (id !== '' && !byId.has(id)) byId.set(id, child)
      if (child.name === 'a' && refersToThisPage(child)) links.push(child)
      collect(child, inBox || isBox)
    }
  }

  const numbers = new Map<ForeignElement, number>()
  const notes: ForeignElement[] = []
  const number = (note: ForeignElement) => {
    const known = numbers.get(note)
    if (known !== undefined) return known
    notes.push(note)
    numbers.set(note, notes.length)
    return notes.length
  }
  const noteOf = (link: ForeignElement) =>
    refersToThisPage(link) ? byId.get(fragmentOf(attribute(link, 'href'))) : undefined
  for (const link of links) {
    const note = noteOf(link)
    if (note !== undefined) number(note)
  }
  for (const note of byId.values()) number(note)
  return {
    numberOf(link) {
      const note = noteOf(link)
      return note === undefined ? null : (numbers.get(note) ?? null)
    },
    isNote: (element) => numbers.has(element) || (boxes.has(element) && !hasOtherText(element)),
    notes,
  }

  /** Some themes put more than the footnotes into the box. */
  function hasOtherText(box: ForeignElement): boolean {
    const rest = (node: ForeignNode): string => {
      if (!isElement(node)) return node
      return numbers.has(node) || /^(?:hr|h[1-6])$/.test(node.name)
        ? ''
        : node.children.map(rest).join('')
    }
    return numbers.size === 0 || rest(box).trim() !== ''
  }
}

/** Links from a footnote back to the text, and the number at its beginning. */
export function isBackLink(link: ForeignElement): boolean {
  if (hasClass(link, ...BACK_LINKS)) return true
  if (link.attributes.has('data-footnote-backref') || attribute(link, 'role') === 'doc-backlink')
    return true
  return (
    attribute(link, 'href').startsWith('#') && /^(?:[\s↩↑^⤴⏎]|\ufe0e|\ufe0f)*$/u.test(textIn(link))
  )
}

const BACK_LINKS =
  'reversefootnote footnote-backref footnote-number data-footnote-backref footnote-back easy-footnote-to-top'.split(
    ' ',
  )

function isNotesBox(element: ForeignElement): boolean {
  if (!/^(?:div|section|ol|ul|aside|footer)$/.test(element.name)) return false
  const role = attribute(element, 'role')
  if (role === 'doc-endnotes' || element.attributes.has('data-footnotes')) return true
  return hasClass(element, ...NOTES_BOXES)
}

const NOTES_BOXES =
  'footnotes footnotes-list footnote-list wp-block-footnotes easy-footnotes-wrapper endnotes'.split(
    ' ',
  )

function noteId(element: ForeignElement, inBox: boolean): string {
  if (element.name === 'li') {
    if (!inBox && !hasClass(element, 'footnote-item', 'footnote')) return ''
    return attribute(element, 'id') || idInside(element)
  }
  // Substack and org-mode: a box per note, with a link as its number.
  if (element.name !== 'div' || !hasClass(element, 'footnote', 'footdef')) return ''
  return attribute(element, 'id') || idInside(element)
}

function idInside(element: ForeignElement): string {
  const [first, second] = element.children.filter(isElement)
  return (first && attribute(first, 'id')) || (second && attribute(second, 'id')) || ''
}

function refersToThisPage(link: ForeignElement): boolean {
  const href = attribute(link, 'href')
  return (
    href.startsWith('#') ||
    (href.includes('#') &&
      /footnote|^fnref/.test(`${attribute(link, 'id')} ${attribute(link, 'class')}`))
  )
}

function fragmentOf(href: string): string {
  return decoded(href.slice(href.indexOf('#') + 1))
}
