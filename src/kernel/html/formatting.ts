import type { HtmlElement } from '#kernel/html/serialise.ts'

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
export class Formatting {
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
