import type { Run } from '../index.ts'
import { BARE, cpuOf } from './goals.ts'

const WIDTH = 860
const LEFT = 220
const COLOURS = { before: '#b9b4ab', latest: '#c2571a', bare: '#5b6b7a' }

/** One bar per scene and run, as a multiple of one D1 read by a bare Worker in that run. */
export function barsOf(before: Run, latest: Run, size: string): string {
  const names = Object.keys(latest.sizes[size]?.speeds.joule ?? {})
  const bars = names.map((name) => ({ name, before: inReads(before, size, name), latest: inReads(latest, size, name) }))
  const most = Math.max(...bars.flatMap((bar) => [bar.before ?? 0, bar.latest ?? 0]))
  const x = (value: number) => (value / most) * (WIDTH - LEFT - 60)
  const bar = (y: number, value: number | null, colour: string) =>
    value === null
      ? ''
      : `<rect x="${LEFT}" y="${y}" width="${x(value).toFixed(1)}" height="8" fill="${colour}"/>` +
        text(LEFT + x(value) + 4, y + 8, value.toFixed(1), 'start', 9)
  return svg(
    bars.length * 24 + 50,
    'CPU time per request, in units of one D1 read of a bare Worker in the same run',
    legend(['before', COLOURS.before], ['latest', COLOURS.latest]),
    ...bars.map((one, n) => {
      const y = 46 + n * 24
      return (
        text(LEFT - 8, y + 12, one.name, 'end') +
        bar(y, one.before, COLOURS.before) +
        bar(y + 9, one.latest, COLOURS.latest)
      )
    }),
  )
}

/** The CPU time of each scene by site size. A flat line is the goal. */
export function growthOf(latest: Run): string {
  const sizes = Object.keys(latest.sizes)
  const names = Object.keys(Object.values(latest.sizes)[0]?.speeds.joule ?? {})
  const lines = names.map((name) => ({ name, values: sizes.map((size) => inReads(latest, size, name) ?? 0) }))
  const step = (WIDTH - LEFT - 140) / Math.max(1, sizes.length - 1)
  return svg(
    lines.length * 30 + 60,
    'By the number of posts, in units of one D1 read of a bare Worker',
    ...sizes.map((size, n) => text(LEFT + n * step, 44, Number(size).toLocaleString('en'), 'middle')),
    ...lines.map(({ name, values }, n) => {
      const base = 70 + n * 30
      const [first = 1] = values
      // Each step doubles the first value, so that the growth of all scenes can be compared.
      const y = (value: number) => base - 10 * Math.log2(value / first)
      const points = values.map((value, at) => `${LEFT + at * step},${y(value).toFixed(1)}`).join(' ')
      const last = values.at(-1) ?? first
      return (
        text(LEFT - 12, base + 4, name, 'end') +
        `<polyline points="${points}" fill="none" stroke="${COLOURS.latest}" stroke-width="2"/>` +
        text(LEFT + (sizes.length - 1) * step + 8, y(last) + 4, `× ${(last / first).toFixed(2)}`, 'start')
      )
    }),
  )
}

function inReads({ sizes }: Run, size: string, scene: string): number | null {
  const speeds = sizes[size]?.speeds
  const [speed, read] = [speeds?.joule?.[scene], speeds?.[BARE]?.['/read']]
  return speed && read ? cpuOf(speed) / cpuOf(read) : null
}

function svg(height: number, title: string, ...parts: string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif">
<title>${title}</title>
<rect width="${WIDTH}" height="${height}" fill="#fffdf9"/>
${text(LEFT, 18, title, 'start', 12)}
${parts.join('\n')}
</svg>
`
}

function legend(...entries: [string, string][]): string {
  return entries
    .map(
      ([name, colour], n) =>
        `<rect x="${LEFT + n * 80}" y="27" width="10" height="8" fill="${colour}"/>${text(LEFT + n * 80 + 14, 35, name, 'start')}`,
    )
    .join('')
}

function text(x: number, y: number, words: string, anchor: 'start' | 'middle' | 'end', size = 11): string {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" font-size="${size}" fill="#3a342c">${words}</text>`
}
