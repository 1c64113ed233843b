import type { Kind } from '#kernel/html/allow-list.ts'
import { intoFlow, isTableStructure } from '#kernel/html/lists-and-tables.ts'
import type { OpenElement, OpenElements } from '#kernel/html/open-elements.ts'
import type { HtmlElement } from '#kernel/html/serialise.ts'

/** A block ends the line before it. Within a heading or a caption, which are lines, it becomes part of the line. */
export function startBlock(open: OpenElements, element: HtmlElement, kind: Kind): void {
  open.closeInlines()
  const line = open.block()
  if (line?.kind === 'text') {
    if (line.element.name !== 'p' && (element.name === 'p' || element.name === 'div')) {
      line.unwrapped += 1
      line.gap = true
      return
    }
    open.popTo(open.stack.length - 1)
  }
  // A table between the rows of another ends that one, as in a browser.
  if (kind === 'table' && isTableStructure(open.block()?.kind)) open.popTo(open.indexOf('table'))
  intoFlow(open)
  if (kind === 'rule') open.add(element)
  else open.push(element, kind)
}

export function endLine(open: OpenElements, name: string): void {
  const line = open.block()
  if (line?.kind !== 'text') return
  const isOpen = line.element.name === name || (HEADING.test(line.element.name) && HEADING.test(name))
  if (isOpen) open.popTo(open.stack.indexOf(line))
  else if (name === 'p') endUnwrapped(line)
}

export function endBlock(open: OpenElements, name: string, kind: Kind): void {
  const line = open.block()
  if (name === 'div' && line !== undefined && endUnwrapped(line)) return
  if (open.wasTooDeep(name)) return
  const borders = BORDERS[kind] ?? []
  const found = open.stack.findLastIndex((other) => other.element.name === name || borders.includes(other.kind))
  if (open.stack[found]?.element.name === name) open.popTo(found)
}

const HEADING = /^h[1-6]$/

/** An end tag does not close an element outside of these. */
const BORDERS: Partial<Record<Kind, readonly Kind[]>> = {
  flow: ['cell', 'table'],
  list: ['cell', 'table'],
  item: ['cell', 'table', 'list'],
  section: ['table'],
  row: ['table'],
  cell: ['table'],
}

function endUnwrapped(line: OpenElement): boolean {
  if (line.unwrapped === 0) return false
  line.unwrapped -= 1
  line.gap = true
  return true
}
