import { type Photon, withPhoton } from '#compute/images/photon.ts'
import type { Pixels } from '#compute/images/pixels.ts'

type Point = readonly [x: number, y: number]

/**
 * Home screens may cut away everything outside a circle of 80 % of the icon. A square logo with
 * this share of the side is inside that circle.
 */
const LOGO_SHARE = 0.56
/**
 * How much of the drawing of static/favicon.svg, which is 32 wide, the whole icon shows: the mark
 * is then inside the circle.
 */
const MARK_SIDE = 40

export interface IconInput {
  side: number
  accent: string
  /** The file of the logo, null without one. */
  logo: Uint8Array | null
}

/**
 * A PNG that fills its square with the accent. It has the logo in the middle, or the mark of `Mark`
 * if there is no logo.
 */
export function appIcon({ side, accent, logo }: IconInput): Uint8Array<ArrayBuffer> {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(accent.slice(at, at + 2), 16))
  return withPhoton((photon) => {
    const data = new Uint8ClampedArray(4 * side * side)
    for (let at = 0; at < data.length; at += 4) data.set([red ?? 0, green ?? 0, blue ?? 0, 255], at)
    const icon = { width: side, height: side, data }
    if (logo) drawLogo(photon, icon, logo)
    else drawMark(icon)
    return photon.png(icon)
  })
}

function drawLogo(photon: Photon, { width: side, data }: Pixels, file: Uint8Array): void {
  const own = Math.round(side * LOGO_SHARE)
  const logo = photon.pixels(photon.resize(photon.decode(file), { width: own, height: own })).data
  const start = Math.floor((side - own) / 2)
  for (let at = 0; at < logo.length; at += 4) {
    const [x, y] = [(at / 4) % own, Math.floor(at / 4 / own)]
    blend(
      data,
      4 * ((start + y) * side + start + x),
      logo.subarray(at, at + 3),
      (logo[at + 3] ?? 0) / 255,
    )
  }
}

const WHITE = [255, 255, 255]

function drawMark({ width: side, data }: Pixels): void {
  const unit = MARK_SIDE / side
  for (let n = 0; n < side * side; n++) {
    const point = [
      16 + ((n % side) - side / 2 + 0.5) * unit,
      15 + (Math.floor(n / side) - side / 2 + 0.5) * unit,
    ] as const
    const distance = Math.min(toStem(point), toSpark(point))
    blend(data, 4 * n, WHITE, Math.min(1, Math.max(0, 0.5 - distance / unit)))
  }
}

/**
 * The distance to the stroke of the letter: two lines, and a quarter of a circle between them.
 * Negative inside the stroke.
 */
function toStem([x, y]: Point): number {
  const down = Math.hypot(x - 18.5, y - Math.min(Math.max(y, 16), 20.9))
  const left = Math.hypot(x - Math.min(Math.max(x, 11.3), 13.5), y - 25.9)
  const bend =
    x > 13.5 && y > 20.9 ? Math.abs(Math.hypot(x - 13.5, y - 20.9) - 5) : Number.POSITIVE_INFINITY
  return Math.min(down, left, bend) - 1.8
}

/** About the distance to the spark, a star of four points with concave sides. */
function toSpark([x, y]: Point): number {
  const [dx, dy] = [Math.abs(x - 18.5) / 4.8, Math.abs(y - 7.8) / 4.8]
  return 2 * ((dx ** 0.56 + dy ** 0.56) ** (1 / 0.56) - 1)
}

function blend(
  data: Uint8ClampedArray,
  at: number,
  colour: ArrayLike<number>,
  share: number,
): void {
  for (let n = 0; n < 3; n++)
    data[at + n] = (data[at + n] ?? 0) * (1 - share) + (colour[n] ?? 0) * share
}
