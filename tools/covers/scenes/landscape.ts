import {
  below,
  circle,
  type Drawing,
  full,
  glow,
  group,
  HEIGHT,
  path,
  range,
  rect,
  type Stops,
  WIDTH,
  waves,
} from '../drawing.ts'

interface Landscape {
  sky: Stops
  sun?: { x: number; y: number; r: number; color: string }
  /** The colors of the farthest and the nearest ridge. */
  ridges: readonly [far: string, near: string]
  count?: number
  /** The mist between ridges. */
  mist: string
  top?: number
  /** Trees on the nearest ridges. */
  trees?: boolean
}

/** Ridges that become darker and sharper as they come nearer, with mist between them. */
export function landscape(d: Drawing, { sky, sun, ridges, count = 6, mist, top = 250, trees = true }: Landscape): void {
  d.add(full({ fill: d.linear(sky) }))
  d.add(full({ filter: d.clouds('#fff', { frequency: [0.0016, 0.007] }, 0.5, 2.2), opacity: 0.28 }))
  if (sun) {
    d.add(
      glow(d, sun.x, sun.y, sun.r * 7, sun.color, 0.9),
      circle(sun.x, sun.y, sun.r, { fill: '#fff', opacity: 0.92, filter: d.blur(1.5) }),
    )
  }
  for (const n of range(count)) {
    const share = n / (count - 1)
    const height = waves(d.random, 5)
    const base = top + (HEIGHT - top) * share ** 1.15 * 0.86
    const size = 150 - 70 * share
    const line = (x: number) => base + size * (0.5 - height(x / WIDTH)) + (share > 0.5 ? 1.5 * Math.sin(x) : 0)
    const color = mix(ridges[0], ridges[1], share)
    const fill = d.linear(`0 ${color}, 0.25 ${color}, 1 ${mix(color, mist, 0.75 - 0.55 * share)}`)
    d.add(path(below(line), { fill }))
    if (trees && share > 0.55) d.add(forest(d, line, color, 10 + 46 * (share - 0.5) * 2, share))
    if (share < 0.85) {
      d.add(
        rect(0, base + 30, WIDTH, 130, {
          fill: d.linear(`0 ${mist} 0, 0.6 ${mist} 0.4, 1 ${mist} 0`),
        }),
      )
      d.add(
        rect(0, base - 20, WIDTH, 170, {
          filter: d.clouds(mist, { frequency: [0.003, 0.012] }, 0.48, 2.4),
          opacity: 0.4,
        }),
      )
    }
  }
}

function forest(d: Drawing, line: (x: number) => number, color: string, height: number, share: number): string {
  const trees: string[] = []
  const density = waves(d.random, 3)
  for (let x = -20; x < WIDTH + 20; x += height * d.random.between(0.16, 0.42)) {
    if (density(x / WIDTH) < 0.35 + 0.25 * d.random.next()) continue
    trees.push(fir(x, line(x) + 6, height * d.random.between(0.55, 1.15)))
  }
  return path(trees.join(''), { fill: mix(color, '#000', 0.12 * share) })
}

/** The outline of a fir: three jagged tiers. */
export function fir(x: number, y: number, h: number): string {
  const w = h * 0.24
  const tier = (at: number, half: number) => `L${x + half} ${y - h * at}L${x + half * 0.45} ${y - h * (at + 0.03)}`
  const back = (at: number, half: number) => `L${x - half * 0.45} ${y - h * (at + 0.03)}L${x - half} ${y - h * at}`
  return `M${x - w * 0.1} ${y}${back(0.1, w)}${back(0.36, w * 0.74)}${back(0.62, w * 0.45)}L${x} ${y - h}${tier(0.62, w * 0.45)}${tier(0.36, w * 0.74)}${tier(0.1, w)}L${x + w * 0.1} ${y}Z`
}

/** A color between two colors. */
export function mix(from: string, to: string, share: number): string {
  const [a, b] = [channels(from), channels(to)]
  return `#${a
    .map((value, n) =>
      Math.round(value + ((b[n] ?? 0) - value) * Math.max(0, Math.min(1, share)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

function channels(color: string): number[] {
  const digits = color.length === 4 ? [...color.slice(1)].map((digit) => digit + digit).join('') : color.slice(1)
  return [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16))
}

export function stars(d: Drawing, count: number, height: number): string {
  return range(count)
    .map(() => {
      const r = 0.4 + d.random.wait(0.45)
      const fill = d.random.pick(['#fff', '#fff', '#ffe9cf', '#cfe0ff'])
      return circle(d.random.between(0, WIDTH), d.random.between(0, height), Math.min(r, 2.4), {
        fill,
        opacity: d.random.between(0.35, 1).toFixed(2),
      })
    })
    .join('')
}

/** The Milky Way: two layers of clouds along a diagonal. */
export function milkyWay(d: Drawing, color: string): string {
  const band = d.linear('0 #fff 0, 0.35 #fff 0.5, 0.5 #fff 1, 0.65 #fff 0.5, 1 #fff 0')
  const cloud = (filter: string, opacity: number) =>
    rect(-300, 150, 1800, 330, { fill: band, filter, opacity, transform: 'rotate(-24 600 330)' })
  return group(
    { style: 'mix-blend-mode:screen' },
    cloud(d.blur(30), 0.16),
    cloud(d.clouds(color, { frequency: [0.004, 0.008] }, 0.42, 2.6), 0.55),
    cloud(d.clouds('#ffe4c4', { frequency: [0.012, 0.02] }, 0.52, 3.2), 0.4),
  )
}

/** A line of hills. */
export const hills = (d: Drawing, base: number, size: number) => {
  const height = waves(d.random, 5)
  return (x: number) => base + size * (0.5 - height(x / WIDTH))
}
