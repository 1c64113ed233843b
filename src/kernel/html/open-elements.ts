import type { Kind } from '#kernel/html/allow-list.ts'
import type { HtmlElement, HtmlNode } from '#kernel/html/serialise.ts'

/** Deeper elements are removed; their text stays. */
const DEPTH_MAX = 100

/** Levels that an element needs, including the required parts that contain its text. */
const LEVELS: Partial<Record<Kind, number>> = { list: 2, table: 4, section: 3, row: 2 }

export interface OpenElement {
  element: HtmlElement
  kind: Kind
  /** Whether the parser created the element, as a list is created for items without one. */
  implied: boolean
  /** Number of blocks inside this line that were not opened, because the line allows no blocks. */
  unwrapped: number
  /**
   * Whether such a block began or ended here: then the texts before and after it must be separated.
   */
  gap: boolean
  /**
   * Whether the summary or the caption exists already, or is no longer possible. This is a flag, so
   * that the children need not be searched.
   */
  hasPart: boolean
}

/** Parts that an element has once. A caption must also be the first child of its table. */
export const WHOLE_OF_PART: ReadonlyMap<string, string> = new Map([
  ['summary', 'details'],
  ['figcaption', 'figure'],
  ['caption', 'table'],
])

/**
 * The open elements while a tree is built, outermost first. Formatting elements are always
 * innermost.
 */
export class OpenElements {
  readonly root: HtmlElement = newElement('')
  readonly stack: OpenElement[] = []
  formatting: Formatting
  /**
   * For each open cell or caption, the formatting around it: formatting that is opened in a cell
   * ends with the cell.
   */
  private readonly outside = new Map<HtmlElement, Formatting>()
  /**
   * By name, the number of elements that were not opened because they were too deep. Their end tags
   * must close nothing.
   */
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

  /** Adds a node inside the active formatting. */
  addInline(node: HtmlNode): void {
    this.resumeFormatting()
    this.add(node)
  }

  /** Reopens the active formatting, as elements inside the current block. */
  resumeFormatting(levels = DEPTH_MAX): void {
    const block = this.block()
    if (block?.gap) this.fillGap(block)
    for (const element of this.formatting.resume(Math.min(levels, DEPTH_MAX - this.stack.length))) {
      this.innermost().children.push(element)
      this.stack.push(opened(element, 'inline'))
    }
  }

  add(node: HtmlNode): void {
    if (typeof node === 'string' || this.stack.length < DEPTH_MAX)
      this.innermost().children.push(node)
  }

  push(element: HtmlElement, kind: Kind, implied = false): boolean {
    if (this.stack.length + (LEVELS[kind] ?? 1) > DEPTH_MAX) {
      this.tooDeep.set(element.name, (this.tooDeep.get(element.name) ?? 0) + 1)
      return false
    }
    const parent = this.stack.at(-1)
    if (
      parent?.kind === 'table' ||
      (parent && WHOLE_OF_PART.get(element.name) === parent.element.name)
    )
      parent.hasPart = true
    this.innermost().children.push(element)
    this.stack.push({ ...opened(element, kind), implied })
    if (kind === 'cell' || element.name === 'caption') {
      this.outside.set(element, this.formatting)
      this.formatting = this.formatting.copy()
    }
    return true
  }

  reopen(element: HtmlElement, kind: Kind): void {
    this.stack.push(opened(element, kind))
  }

  popTo(length: number): void {
    while (this.stack.length > length) this.pop()
  }

  closeInlines(stillOpen = 0): void {
    this.popTo(this.stack.length - this.formatting.opened + stillOpen)
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
  /** How often the same tag was opened again inside: the same number of end tags is ignored. */
  nested: number
  /** Shared with the copies of this format in cells. */
  uses: { count: number }
}

/**
 * Active formatting, outermost first. Formatting can span blocks (`<b>one<p>two</p></b>`), so its
 * elements are opened only when text comes, and again in each block. The first `opened` formats are
 * open now.
 */
class Formatting {
  opened = 0
  private readonly formats: Format[]
  /** Remaining characters for reopened formats: a short source must not produce a long output. */
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

  has(name: string): boolean {
    return this.formats.some(({ element }) => element.name === name)
  }

  /** Ends a format. Returns how many of the open formats stay open, or null if no format ends. */
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

  /** How many formats to open until the format `name` is open; 0 if it was already used. */
  levelsToUnused(name: string): number {
    const index = this.formats.findIndex(({ element }) => element.name === name)
    const format = this.formats[index]
    return format === undefined || format.nested > 0 || format.uses.count > 0
      ? 0
      : index + 1 - this.opened
  }

  /** The next elements to open, at most `levels`. */
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
  return (
    2 * name.length +
    5 +
    attributes.reduce((size, [key, value]) => size + key.length + value.length + 4, 0)
  )
}
