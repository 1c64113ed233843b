import { bokeh, circle, type Drawing, ellipse, full, glow, group, path, range, rect, WIDTH } from '../drawing.ts'
import { mix } from './landscape.ts'

type Scene = (d: Drawing) => void

/** Sun through a window on a plain wall, with the shadow of a plant. */
function sunOnWall(d: Drawing, wall: readonly [string, string], light: string, slant: number): void {
  d.add(
    full({
      fill: d.linear(`0 ${wall[0]}, 1 ${wall[1]}`, [1, 0.8]),
    }),
    full({
      filter: d.surface({ frequency: [0.03, 0.03], octaves: 4 }, { depth: 1.2, elevation: 62 }),
      style: 'mix-blend-mode:multiply',
      opacity: 0.5,
    }),
  )
  const pane = (column: number, row: number) => {
    const [x, y] = [400 + column * 170 + row * slant * 0.5, 80 + row * 165 + column * 26]
    return `M${x} ${y}l154 24l${slant * 0.46} 148l-154 -24z`
  }
  const panes = range(3)
    .flatMap((column) => range(3).map((row) => pane(column, row)))
    .join('')
  d.add(
    path(panes, { fill: light, opacity: 0.85, filter: d.blur(3.5), style: 'mix-blend-mode:soft-light' }),
    path(panes, { fill: light, opacity: 0.55, filter: d.blur(5) }),
  )
  const frond = (turn: number, length: number) =>
    range(9)
      .map((n) => {
        const at = (n + 1) / 10
        const half = length * 0.24 * Math.sin(Math.PI * at) + 10
        const y = -length * at
        return `M0 ${y}q${half * 0.6} ${-half * 0.5} ${half} ${half * 0.1}q${-half * 0.5} ${half * 0.3} ${-half} ${half * 0.06}q${-half * 0.6} ${-half * 0.5} ${-half} ${half * 0.1}q${half * 0.5} ${half * 0.3} ${half} ${half * 0.06}`
      })
      .map((shape) => path(shape, { transform: `rotate(${turn})` }))
      .join('') +
    path(`M0 0L0 ${-length}`, { 'stroke-width': 5, stroke: mix(wall[1], '#20140c', 0.6), transform: `rotate(${turn})` })
  const shadow = [-52, -24, -4, 20, 46].map((turn, n) => frond(turn, 330 + 40 * (n % 3))).join('')
  d.add(
    group(
      {
        transform: 'translate(840 640)',
        fill: mix(wall[1], '#20140c', 0.6),
        opacity: 0.5,
        filter: d.blur(5),
        style: 'mix-blend-mode:multiply',
      },
      shadow,
    ),
  )
  d.add(
    full({
      fill: d.radial('0 #000 0, 0.7 #000 0.05, 1 #000 0.4', [0.55, 0.45], 0.75),
    }),
  )
}

const oneWindow: Scene = (d) => sunOnWall(d, ['#c98f63', '#8a573c'], '#fff0c8', 90)

/** Shelves in the evening; the lamps of the reading tables are the last light. */
const library: Scene = (d) => {
  d.add(
    full({
      fill: d.linear('0 #1a120d, 1 #2e1d12'),
    }),
  )
  d.add(
    group({ filter: d.blur(2.2) }, ...range(4).map((row) => shelf(d, -20, 24 + row * 122, WIDTH + 40, 104, EVENING))),
  )
  d.add(
    full({
      fill: d.linear('0 #0d0806 0.82, 0.55 #0d0806 0.35, 1 #0d0806 0.75'),
    }),
  )
  for (const [x, s] of [
    [250, 0.8],
    [610, 1.15],
    [990, 0.75],
  ] as const) {
    const y = 560
    d.add(glow(d, x, y - 90 * s, 330 * s, '#ffc46b', 0.95))
    d.add(
      group(
        { transform: `translate(${x} ${y}) scale(${s})` },
        path('M-78 -118Q0 -164 78 -118L66 -92Q0 -104 -66 -92Z', {
          fill: d.linear('0 #4fa57d, 1 #0f4a35'),
        }),
        path('M-66 -92Q0 -104 66 -92L60 -88Q0 -98 -60 -88Z', { fill: '#fff3cf' }),
        rect(-4, -92, 8, 92, { fill: '#b98a3c' }),
        ellipse(0, 2, 46, 9, { fill: '#8c6428' }),
      ),
    )
    d.add(ellipse(x, y + 24, 230 * s, 30 * s, { fill: '#ffd58c', opacity: 0.4, filter: d.blur(16) }))
  }
  d.add(
    rect(0, 566, WIDTH, 109, {
      fill: d.linear('0 #5a3a20, 0.15 #3a2313, 1 #160c07'),
    }),
    rect(0, 566, WIDTH, 109, {
      filter: d.surface({ frequency: [0.004, 0.09] }, { depth: 3, color: '#ffd9a8' }),
      style: 'mix-blend-mode:multiply',
      opacity: 0.6,
    }),
  )
  for (const [x, s] of [
    [250, 0.8],
    [610, 1.15],
    [990, 0.75],
  ] as const)
    d.add(
      ellipse(x, 590, 200 * s, 20 * s, {
        fill: '#ffd58c',
        opacity: 0.35,
        filter: d.blur(12),
        style: 'mix-blend-mode:screen',
      }),
    )
}

const EVENING = ['#7a3b2a', '#8f6b3a', '#3d4f4a', '#5a3246', '#6b5a3c', '#2f3f5c', '#a07a4a']

/** A row of books. */
function shelf(d: Drawing, x: number, y: number, width: number, height: number, colors: readonly string[]): string {
  const books: string[] = [rect(x, y, width, height, { fill: '#0a0604', opacity: 0.55 })]
  for (let at = x; at < x + width; ) {
    if (d.random.happens(0.03)) at += d.random.between(20, 50)
    const w = d.random.between(height * 0.13, height * 0.36)
    const h = height * d.random.between(0.68, 0.95)
    const color = d.random.pick(colors)
    const fill = d.linear(
      `0 ${mix(color, '#000', 0.45)}, 0.2 ${mix(color, '#fff', 0.2)}, 0.45 ${color}, 1 ${mix(color, '#000', 0.5)}`,
      [1, 0],
    )
    const turn = d.random.happens(0.07) ? d.random.between(3, 7) : 0
    const top = y + height - h
    const bands = d.random
      .pick([[], [0.16, 0.82], [0.2], [0.12, 0.18, 0.84]] as number[][])
      .map((share) => rect(at, top + h * share, w - 1.5, h * 0.025, { fill: '#e9c983', opacity: 0.75 }))
    const label = d.random.happens(0.45)
      ? rect(at + w * 0.28, top + h * 0.32, w * 0.4, h * d.random.between(0.14, 0.3), {
          fill: mix(color, '#fff2d8', 0.65),
          opacity: 0.75,
        })
      : ''
    books.push(
      group(
        turn ? { transform: `rotate(${turn.toFixed(1)} ${at} ${y + height})` } : {},
        rect(at, top, w - 1.5, h, { fill, rx: 1.5 }),
        ...bands,
        label,
      ),
    )
    at += w + (turn ? height * 0.1 : 0)
  }
  return (
    books.join('') +
    rect(x, y + height, width, height * 0.11, {
      fill: d.linear('0 #8a5c33, 0.3 #5f3b1f, 1 #2c1a0d'),
    })
  )
}

/** SQLite is a library: an aisle of warm shelves. */
const shelves: Scene = (d) => {
  d.add(
    full({ fill: '#140b06' }),
    ...range(4).map((row) =>
      shelf(d, -10, 20 + row * 166, WIDTH + 20, 142, [
        '#a4432f',
        '#c98a3a',
        '#356a62',
        '#7c3d57',
        '#d8b26a',
        '#34507c',
        '#b76a44',
        '#52684a',
      ]),
    ),
  )
  d.add(
    full({
      fill: d.radial('0 #ffdf9e 0.35, 0.45 #7a4a1c 0.1, 1 #000 0.75', [0.42, 0.4], 0.72),
    }),
  )
}

/** A door that stands open by a hand's breadth. */
const door: Scene = (d) => {
  d.add(
    full({
      fill: d.linear('0 #12151c, 1 #1d1a1e', [1, 0]),
    }),
    full({
      filter: d.surface({ frequency: [0.02, 0.02] }, { depth: 2, elevation: 60, color: '#c8d0e0' }),
      style: 'mix-blend-mode:multiply',
      opacity: 0.6,
    }),
  )
  d.add(
    path('M642 600L1180 675H330Z', {
      fill: d.linear('0 #ffd58a 0.9, 1 #ffd58a 0.05'),
      filter: d.blur(7),
    }),
  )
  d.add(
    rect(632, 60, 22, 542, { fill: '#fff3cf' }),
    rect(622, 50, 42, 560, { fill: '#ffcf7d', opacity: 0.7, filter: d.blur(14) }),
    glow(d, 643, 330, 480, '#ffbe66', 0.75),
  )
  d.add(
    path('M380 40L630 60V602L380 640Z', {
      fill: d.linear('0 #15100d, 0.8 #3a2a1e, 1 #6b4d30', [1, 0]),
    }),
  )
  d.add(
    ...[
      [110, 170],
      [350, 190],
    ].map(([y = 0, h = 0]) =>
      path(`M430 ${y - 4}L590 ${y + 4}V${y + h}L430 ${y + h + 6}Z`, {
        fill: '#000',
        opacity: 0.28,
        stroke: '#7a5a3a',
        'stroke-width': 3,
        'stroke-opacity': 0.5,
      }),
    ),
  )
  d.add(
    circle(604, 338, 11, {
      fill: d.radial('0 #ffe9b0, 0.5 #b8862f, 1 #4a3210', [0.6, 0.35]),
    }),
    path('M604 362a7 7 0 0 1 4 12l3 20h-14l3 -20a7 7 0 0 1 4 -12z', { fill: '#ffd98c' }),
  )
  d.add(group({ filter: d.blur(1) }, bokeh(d, ['#ffe3b0'], 60, [560, 80, 380, 540], 3)))
}

export const ROOMS: Record<string, Scene> = { 'one-window': oneWindow, library, shelves, door }
