import type { Kind } from '#kernel/html/allow-list.ts'
import { newElement, type OpenElements } from '#kernel/html/open-elements.ts'
import type { HtmlElement } from '#kernel/html/serialise.ts'

/** Contains rows or cells, but no text. */
export function isTableStructure(kind: Kind | undefined): boolean {
  return kind === 'table' || kind === 'section' || kind === 'row'
}

/** Contains only its own parts. */
export function isStructure(kind: Kind | undefined): boolean {
  return kind === 'list' || isTableStructure(kind)
}

/** Text between items or cells gets its own item or cell. */
export function intoFlow(open: OpenElements): void {
  const block = open.block()
  if (block === undefined || !isStructure(block.kind)) return
  if (block.kind !== 'list') {
    startTablePart(open, newElement('td'), 'cell')
    return
  }
  if (block.implied) {
    open.popTo(open.stack.indexOf(block))
    intoFlow(open)
    return
  }
  const last = block.element.children.at(-1)
  // A list between two items belongs to the previous item: word processors write it this way.
  if (last !== undefined && typeof last !== 'string') open.reopen(last, 'item')
  else open.push(newElement('li'), 'item')
}

/** The end tag of the previous item and the list itself may be missing. */
export function startItem(open: OpenElements, item: HtmlElement): void {
  open.closeInlines()
  const list = open.stack.findLastIndex(
    ({ element, kind }) => kind !== 'text' && kind !== 'item' && element.name !== 'div',
  )
  if (open.stack[list]?.kind === 'list') {
    open.popTo(list + 1)
  } else {
    if (open.block()?.kind === 'text') open.popTo(open.stack.length - 1)
    intoFlow(open)
    if (!open.push(newElement('ul'), 'list', true)) return
  }
  open.push(item, 'item')
}

/** Inside the innermost table. The section and the row of a cell may be missing. */
export function startTablePart(open: OpenElements, part: HtmlElement, kind: 'section' | 'row' | 'cell'): void {
  const table = open.indexOf('table')
  const hasSection = open.stack[table + 1]?.kind === 'section'
  const hasRow = open.stack[table + 2]?.kind === 'row'
  open.popTo(table + (kind === 'section' || !hasSection ? 1 : kind === 'row' || !hasRow ? 2 : 3))
  if (kind !== 'section' && !hasSection) open.push(newElement('tbody'), 'section')
  if (kind === 'cell' && !hasRow) open.push(newElement('tr'), 'row')
  open.push(part, kind)
}
