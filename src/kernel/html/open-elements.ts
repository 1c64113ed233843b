import type { Kind } from '#kernel/html/allow-list.ts'
import { Formatting } from '#kernel/html/formatting.ts'
import type { HtmlElement, HtmlNode } from '#kernel/html/serialise.ts'

/** Elements deeper than this go; their text stays. */
const DEPTH_MAX = 100

/** Levels that an element takes with the parts without which it cannot hold a text. */
const LEVELS: Partial<Record<Kind, number>> = { list: 2, table: 4, section: 3, row: 2 }

export interface OpenElement {
  element: HtmlElement
  kind: Kind
  /** Made by us for items that came without a list. */
  implied: boolean
  /** Blocks within this line that were not opened, because it holds a line only. */
  unwrapped: number
  /** Such a block began or ended here: the words before and after are to be kept apart. */
  gap: boolean
  /** Its summary or caption has come, or can come no more. Kept here, so that nobody has to look through all it holds. */
  hasPart: boolean
}

/** Parts that an element has once; a caption also stands before everything else in its table. */
export const WHOLE_OF_PART: ReadonlyMap<string, string> = new Map([
  ['summary', 'details'],
  ['figcaption', 'figure'],
  ['caption', 'table'],
])

/** The elements that are open while a tree is built, outermost first; formatting is always innermost. */
export class OpenElements {
  readonly root: HtmlElement = newElement('')
  readonly stack: OpenElement[] = []
  formatting: Formatting
  /** Formatting as it was outside each open cell or caption: what is switched on in a cell ends with it. */
  private readonly outside = new Map<HtmlElement, Formatting>()
  /** Elements not opened because they were too deep: their end tags close nothing. */
  private readonly tooDeep = new Map<string, number>()

  constructor(sourceLength: number) {
    this.formatting = new Formatting({ left: sourceLength / 2 + 1_000 })
  }

  innermost(): HtmlElement {
    return this.stack.at(-1)?.element ?? this.root
  }

  /** The innermost element that is not formatting. */
  block(): OpenElement | undefined {
    return this.stack.at(-1 - this.formatting.opened)
  }

  indexOf(kind: Kind): number {
    return this.stack.findLastIndex((open) => open.kind === kind)
  }

  /** Adds a node inside the formatting that is switched on. */
  addInline(node: HtmlNode): void {
    this.resumeFormatting()
    this.add(node)
  }

  resumeFormatting(levels = DEPTH_MAX): void {
    const block = this.block()
    if (block?.gap) this.fillGap(block)
    for (const element of this.formatting.resume(Math.min(levels, DEPTH_MAX - this.stack.length))) {
      this.innermost().children.push(element)
      this.stack.push(opened(element, 'inline'))
    }
  }

  add(node: HtmlNode): void {
    if (typeof node === 'string' || this.stack.length < DEPTH_MAX) this.innermost().children.push(node)
  }

  push(element: HtmlElement, kind: Kind, implied = false): boolean {
    if (this.stack.length + (LEVELS[kind] ?? 1) > DEPTH_MAX) {
      this.tooDeep.set(element.name, (this.tooDeep.get(element.name) ?? 0) + 1)
      return false
    }
    const parent = this.stack.at(-1)
    if (parent?.kind === 'table' || (parent && WHOLE_OF_PART.get(element.name) === parent.element.name))
      parent.hasPart = true
    this.innermost().children.push(element)
    this.stack.push({ ...opened(element, kind), implied })
    if (kind === 'cell' || element.name === 'caption') {
      this.outside.set(element, this.formatting)
      this.formatting = this.formatting.copy()
    }
    return true
  }

  /** Opens a closed element again. */
  reopen(element: HtmlElement, kind: Kind): void {
    this.stack.push(opened(element, kind))
  }

  popTo(length: number): void {
    while (this.stack.length > length) this.pop()
  }

  closeInlines(kept = 0): void {
    this.popTo(this.stack.length - this.formatting.opened + kept)
  }

  wasTooDeep(name: string): boolean {
    const count = this.tooDeep.get(name) ?? 0
    if (count > 0) this.tooDeep.set(name, count - 1)
    return count > 0
  }

  private pop(): void {
    const closed = this.stack.pop()
    if (closed === undefined) return
    if (closed.kind === 'inline') this.formatting.opened -= 1
    this.formatting = this.outside.get(closed.element) ?? this.formatting
  }

  private fillGap(block: OpenElement): void {
    block.gap = false
    const last = block.element.children.at(-1)
    if (last === undefined || (typeof last === 'string' && /\s$/.test(last))) return
    this.closeInlines()
    this.add(block.element.name === 'pre' ? '\n' : ' ')
  }
}

export function newElement(name: string): HtmlElement {
  return { name, attributes: [], children: [] }
}

function opened(element: HtmlElement, kind: Kind): OpenElement {
  return { element, kind, implied: false, unwrapped: 0, gap: false, hasPart: false }
}
