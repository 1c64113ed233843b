import type { Bitmap } from './png.ts'

type Rgb = readonly [red: number, green: number, blue: number]

/** A sheet to draw soft-edged shapes on. Colours are hexadecimal, `#f4a261`. */
export class Canvas implements Bitmap {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array

  constructor(width: number, height: number, top: string, bottom = top) {
    this.width = width
    this.height = height
    this.data = new Uint8Array(width * height * 3)
    const [from, to] = [rgb(top), rgb(bottom)]
    for (let y = 0; y < height; y++) {
      const share = y / (height - 1)
      const colour = from.map((value, i) => Math.round(value + ((to[i] ?? 0) - value) * share))
      const row = this.data.subarray(y * width * 3, (y + 1) * width * 3)
      for (let at = 0; at < row.length; at++) row[at] = colour[at % 3] ?? 0
    }
  }

  circle(cx: number, cy: number, radius: number, colour: string, alpha = 1): void {
    const box = { left: cx - radius - 1, right: cx + radius + 1, top: cy - radius - 1, bottom: cy + radius + 1 }
    this.#fill(box, colour, alpha, (x, y) => radius + 0.5 - length(x - cx, y - cy))
  }

  ring(cx: number, cy: number, radius: number, thickness: number, colour: string, alpha = 1): void {
    const outer = radius + thickness
    const box = { left: cx - outer, right: cx + outer, top: cy - outer, bottom: cy + outer }
    this.#fill(box, colour, alpha, (x, y) => thickness / 2 + 0.5 - Math.abs(length(x - cx, y - cy) - radius))
  }

  rectangle(left: number, top: number, width: number, height: number, radius: number, colour: string, alpha = 1): void {
    const [cx, cy] = [left + width / 2, top + height / 2]
    this.#fill({ left, right: left + width, top, bottom: top + height }, colour, alpha, (x, y) => {
      const dx = Math.abs(x - cx) - width / 2 + radius
      const dy = Math.abs(y - cy) - height / 2 + radius
      return radius + 0.5 - length(Math.max(dx, 0), Math.max(dy, 0)) - Math.min(Math.max(dx, dy), 0)
    })
  }

  /** A leaf, pointed at both ends: where two circles meet. */
  leaf(cx: number, cy: number, long: number, wide: number, angle: number, colour: string, alpha = 1): void {
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
    const reach = long / 2 + 2
    const radius = (long * long) / (4 * wide) + wide / 4
    const box = { left: cx - reach, right: cx + reach, top: cy - reach, bottom: cy + reach }
    this.#fill(box, colour, alpha, (x, y) => {
      const along = (x - cx) * cos + (y - cy) * sin
      const across = Math.abs((y - cy) * cos - (x - cx) * sin)
      return radius + 0.5 - length(along, across + radius - wide / 2)
    })
  }

  /** Everything below a line, which is given as its height at each x. */
  below(line: (x: number) => number, colour: string, alpha = 1): void {
    const edge = Float64Array.from({ length: this.width }, (_, x) => line(x))
    const top = edge.reduce((highest, y) => Math.min(highest, y), this.height)
    const box = { left: 0, right: this.width, top, bottom: this.height }
    this.#fill(box, colour, alpha, (x, y) => y - (edge[x] ?? 0))
  }

  /** `inside` is how many pixels within the shape a point lies; the last one is the soft edge. */
  #fill(
    box: { left: number; right: number; top: number; bottom: number },
    colour: string,
    alpha: number,
    inside: (x: number, y: number) => number,
  ): void {
    const mixed = mixing(rgb(colour), alpha)
    const right = Math.min(this.width - 1, Math.ceil(box.right))
    const bottom = Math.min(this.height - 1, Math.ceil(box.bottom))
    for (let y = Math.max(0, Math.floor(box.top)); y <= bottom; y++) {
      for (let x = Math.max(0, Math.floor(box.left)); x <= right; x++) {
        const quarters = Math.round(inside(x, y) * QUARTERS)
        if (quarters <= 0) continue
        const table = (Math.min(quarters, QUARTERS) - 1) * 768
        const at = (y * this.width + x) * 3
        for (let i = 0; i < 3; i++) this.data[at + i] = mixed[table + i * 256 + (this.data[at + i] ?? 0)] ?? 0
      }
    }
  }
}

/** An edge in quarters is soft enough, and the file half as large. */
const QUARTERS = 4

/** What becomes of each value of each colour under a quarter, a half, … of the paint: looked up for every pixel. */
function mixing(paint: Rgb, alpha: number): Uint8Array {
  const table = new Uint8Array(QUARTERS * 768)
  for (let at = 0; at < table.length; at++) {
    const share = ((Math.floor(at / 768) + 1) / QUARTERS) * alpha
    const under = at % 256
    table[at] = Math.round(under + ((paint[Math.floor((at % 768) / 256)] ?? 0) - under) * share)
  }
  return table
}

/** Math.hypot takes ten times as long. */
function length(x: number, y: number): number {
  return Math.sqrt(x * x + y * y)
}

function rgb(colour: string): Rgb {
  const value = Number.parseInt(colour.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}
