import type { Kind } from '#kernel/html/allow-list.ts'
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

interface Format {
  element: HtmlElement
  /** How often the same tag was opened again inside: as many end tags close nothing. */
  nested: number
  /** Shared with the copies of this format in cells. */
  uses: { count: number }
}

/**
 * Formatting that is switched on, outermost first. It reaches over the borders of blocks (`<b>one<p>two</p></b>`), so it is opened
 * only when a text comes, and again in each block. The first `opened` of them are open right now.
 */
class Formatting {
  opened = 0
  private readonly formats: Format[]
  /** Characters left for opening formats again: a short source must not make a long text. */
  private readonly allowance: { left: number }

  constructor(allowance: { left: number }, formats: Format[] = []) {
    this.allowance = allowance
    this.formats = formats
  }

  start(element: HtmlElement): void {
    const same = this.formats.find((format) => format.element.name === element.name)
    if (same === undefined) this.formats.push({ element, nested: 0, uses: { count: 0 } })
    else same.nested += 1
  }

  /** Ends a format. Gives how many of the open ones stay open, or null where none ends. */
  end(name: string): number | null {
    const index = this.formats.findIndex((format) => format.element.name === name)
    const format = this.formats[index]
    if (format === undefined) return null
    if (format.nested > 0) {
      format.nested -= 1
      return null
    }
    this.formats.splice(index, 1)
    return Math.min(index, this.opened)
  }

  /** How many more to open until one is open that has not been used yet; 0 where it has. */
  levelsToUnused(name: string): number {
    const index = this.formats.findIndex(({ element }) => element.name === name)
    const format = this.formats[index]
    return format === undefined || format.nested > 0 || format.uses.count > 0 ? 0 : index + 1 - this.opened
  }

  /** The next elements to open, at most so many. */
  resume(levels: number): HtmlElement[] {
    if (this.opened === this.formats.length) return []
    const elements: HtmlElement[] = []
    for (const { element, uses } of this.formats.slice(this.opened, this.opened + levels)) {
      if (uses.count > 0) this.allowance.left -= sizeOf(element)
      if (this.allowance.left < 0) break
      uses.count += 1
      elements.push({ ...element, children: [] })
    }
    this.opened += elements.length
    return elements
  }

  copy(): Formatting {
    return new Formatting(
      this.allowance,
      this.formats.map((format) => ({ ...format })),
    )
  }
}

function sizeOf({ name, attributes }: HtmlElement): number {
  return 2 * name.length + 5 + attributes.reduce((size, [key, value]) => size + key.length + value.length + 4, 0)
}
