import { type Random, randomFrom } from '../../scripts/seed/random.ts'

/** Covers are 16:9. The subject is in the middle, so that a crop to 3:2 or 1.91:1 keeps it. */
export const WIDTH = 1200
export const HEIGHT = 675

/** The colors of a gradient: offset, color and optional opacity, such as `0 #fff, 0.5 #e8a04a 0.2`. */
export type Stops = string
type Attributes = Record<string, string | number | undefined>

interface Noise {
  /** Details per pixel, horizontally and vertically. */
  frequency: readonly [x: number, y: number]
  octaves?: number
}

/** Collects the parts of one SVG. */
export class Drawing {
  readonly random: Random
  readonly #definitions: string[] = []
  readonly #parts: string[] = []
  #ids = 0

  constructor(name: string) {
    this.random = randomFrom(name)
  }

  add(...parts: string[]): void {
    this.#parts.push(...parts)
  }

  /** From top to bottom, or in the direction of (x, y). */
  linear(stops: Stops, [x, y]: readonly [number, number] = [0, 1]): string {
    return this.#define('linearGradient', { x1: 0, y1: 0, x2: x, y2: y }, stopsOf(stops))
  }

  radial(stops: Stops, center: readonly [number, number] = [0.5, 0.5], radius = 0.5): string {
    const [fx, fy] = center
    return this.#define('radialGradient', { cx: 0.5, cy: 0.5, r: radius, fx, fy }, stopsOf(stops))
  }

  blur(x: number, y = x): string {
    const region = { x: '-50%', y: '-50%', width: '200%', height: '200%' }
    return this.#define('filter', region, tag('feGaussianBlur', { stdDeviation: `${x} ${y}` }))
  }

  pattern(width: number, height: number, content: string, transform?: string): string {
    return this.#define(
      'pattern',
      { width, height, patternUnits: 'userSpaceOnUse', patternTransform: transform },
      content,
    )
  }

  clip(content: string): string {
    return this.#define('clipPath', {}, content)
  }

  /** Smoke, clouds, mist: noise above `threshold` (0 to 1) becomes visible in one color. */
  clouds(color: string, { frequency, octaves = 5 }: Noise, threshold: number, contrast = 3): string {
    const alpha = `0 0 0 0 0  0 0 0 0 0  0 0 0 0 0  ${contrast} 0 0 0 ${-contrast * threshold}`
    return this.#define(
      'filter',
      FULL,
      this.#turbulence(frequency, octaves) +
        tag('feColorMatrix', { values: alpha, result: 'mask' }) +
        tag('feFlood', { 'flood-color': color }) +
        tag('feComposite', { in2: 'mask', operator: 'in' }) +
        tag('feComposite', { in2: 'SourceGraphic', operator: 'in' }),
    )
  }

  /** A surface such as paper, soil or crust: noise that light from one side shows. */
  surface(
    { frequency, octaves = 4 }: Noise,
    { depth = 2, azimuth = 225, elevation = 55, color = '#fff' } = {},
  ): string {
    const light = tag('feDistantLight', { azimuth, elevation })
    return this.#define(
      'filter',
      FULL,
      this.#turbulence(frequency, octaves) +
        tag('feDiffuseLighting', { 'lighting-color': color, surfaceScale: depth, diffuseConstant: 1.15 }, light) +
        tag('feComposite', { in2: 'SourceGraphic', operator: 'in' }),
    )
  }

  /** Bends outlines, so that they look drawn by hand or grown. */
  rough(frequency: number, scale: number): string {
    const noise = this.#turbulence([frequency, frequency], 3, 'noise')
    return this.#define('filter', FULL, noise + tag('feDisplacementMap', { in: 'SourceGraphic', in2: 'noise', scale }))
  }

  /** The filters of a fill or group, as the value of an attribute. */
  #turbulence([x, y]: readonly [number, number], octaves: number, result?: string): string {
    const seed = this.random.integer(1, 999)
    return tag('feTurbulence', { type: 'fractalNoise', baseFrequency: `${x} ${y}`, numOctaves: octaves, seed, result })
  }

  #define(name: string, attributes: Attributes, content: string): string {
    const id = `d${this.#ids++}`
    this.#definitions.push(tag(name, { id, ...attributes }, content))
    return `url(#${id})`
  }

  toString(): string {
    return tag(
      'svg',
      { xmlns: 'http://www.w3.org/2000/svg', width: WIDTH, height: HEIGHT, viewBox: `0 0 ${WIDTH} ${HEIGHT}` },
      tag('defs', {}, this.#definitions.join('')) + this.#parts.join(''),
    )
  }
}

const FULL = { x: '0', y: '0', width: '100%', height: '100%', 'color-interpolation-filters': 'sRGB' }

function stopsOf(stops: Stops): string {
  return stops
    .split(', ')
    .map((stop) => stop.split(' '))
    .map(([offset, color, opacity]) => tag('stop', { offset, 'stop-color': color, 'stop-opacity': opacity }))
    .join('')
}

export function tag(name: string, attributes: Attributes, content = ''): string {
  const written = Object.entries(attributes).map(([key, value]) => (value === undefined ? '' : ` ${key}="${value}"`))
  return `<${name}${written.join('')}>${content}</${name}>`
}

export const group = (attributes: Attributes, ...parts: string[]) => tag('g', attributes, parts.join(''))
export const path = (d: string, attributes: Attributes) => tag('path', { d, ...attributes })
export const circle = (cx: number, cy: number, r: number, attributes: Attributes) =>
  tag('circle', { cx, cy, r, ...attributes })
export const ellipse = (cx: number, cy: number, rx: number, ry: number, attributes: Attributes) =>
  tag('ellipse', { cx, cy, rx, ry, ...attributes })
export const rect = (x: number, y: number, width: number, height: number, attributes: Attributes) =>
  tag('rect', { x, y, width, height, ...attributes })
export const full = (attributes: Attributes) => rect(0, 0, WIDTH, HEIGHT, attributes)
export const range = (count: number) => Array.from({ length: count }, (_, index) => index)

/** Heights of a skyline of hills: sums of waves, from 0 to 1 around the middle. */
export function waves(random: Random, octaves: number): (x: number) => number {
  const parts = range(octaves).map((octave) => ({
    frequency: 2 ** octave * random.between(0.8, 1.3),
    phase: random.between(0, 7),
    size: 0.55 ** octave,
  }))
  const sum = parts.reduce((total, { size }) => total + size, 0)
  return (x) => {
    const height = parts.reduce((total, { frequency, phase, size }) => {
      const turn = Math.sin(x * frequency * 4 + phase)
      return total + size * (1 - Math.abs(turn) ** 1.25 * 2)
    }, 0)
    return 0.5 + height / sum / 2
  }
}

/** An area from a line down to the lower edge. */
export function below(line: (x: number) => number, step = 4): string {
  const points = range(Math.ceil(WIDTH / step) + 1).map((n) => `${n * step} ${line(n * step).toFixed(1)}`)
  return `M0 ${HEIGHT}L${points.join('L')}L${WIDTH} ${HEIGHT}Z`
}

/** Light round spots of a lens that is out of focus. */
export function bokeh(
  d: Drawing,
  colors: readonly string[],
  count: number,
  area: readonly [number, number, number, number],
  size = 40,
): string {
  const [x, y, width, height] = area
  return range(count)
    .map(() => {
      const color = d.random.pick(colors)
      const r = size * d.random.between(0.35, 1)
      const at = [x + d.random.next() * width, y + d.random.next() * height] as const
      const opacity = d.random.between(0.18, 0.6).toFixed(2)
      return circle(at[0], at[1], r, { fill: color, opacity, stroke: color, 'stroke-opacity': 0.5, 'stroke-width': 2 })
    })
    .join('')
}

/** The light of a sun or lamp. */
export function glow(d: Drawing, x: number, y: number, r: number, color: string, opacity = 1): string {
  const fill = d.radial(`0 ${color} 1, 0.25 ${color} 0.5, 0.6 ${color} 0.13, 1 ${color} 0`)
  return circle(x, y, r, { fill, opacity, style: 'mix-blend-mode:screen' })
}
