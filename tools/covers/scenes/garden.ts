import {
  below,
  bokeh,
  circle,
  type Drawing,
  ellipse,
  full,
  glow,
  group,
  HEIGHT,
  path,
  range,
  rect,
  WIDTH,
} from '../drawing.ts'
import { hills, mix } from './landscape.ts'

type Scene = (d: Drawing) => void

/** Leaves: sharp in front, out of focus behind. */
function leaf(d: Drawing, x: number, y: number, length: number, turn: number, color: string): string {
  const fill = d.linear(`0 ${mix(color, '#fff8c0', 0.28)}, 0.5 ${color}, 1 ${mix(color, '#04140a', 0.45)}`, [1, 0.6])
  const w = length * 0.26
  return group(
    { transform: `translate(${x.toFixed(0)} ${y.toFixed(0)}) rotate(${turn.toFixed(0)})` },
    path(
      `M0 0C${w} ${-length * 0.25} ${w} ${-length * 0.7} 0 ${-length}C${-w} ${-length * 0.7} ${-w} ${-length * 0.25} 0 0Z`,
      { fill },
    ),
    path(`M0 0Q${w * 0.12} ${-length * 0.5} 0 ${-length * 0.96}`, {
      stroke: mix(color, '#ffffd8', 0.45),
      'stroke-width': length / 60,
      fill: 'none',
      opacity: 0.7,
    }),
    path(
      range(4)
        .map(
          (n) =>
            `M0 ${-length * (0.2 + n * 0.17)}l${w * 0.5} ${-length * 0.1}M0 ${-length * (0.2 + n * 0.17)}l${-w * 0.5} ${-length * 0.1}`,
        )
        .join(''),
      { stroke: mix(color, '#ffffd8', 0.3), 'stroke-width': length / 110, opacity: 0.5 },
    ),
  )
}

function foliage(
  d: Drawing,
  colors: readonly string[],
  layers: readonly (readonly [count: number, size: number, blur: number, top: number])[],
): void {
  for (const [count, size, blur, top] of layers) {
    const leaves = range(count).map(() =>
      leaf(
        d,
        d.random.between(-40, WIDTH + 40),
        d.random.between(top, HEIGHT + 80),
        size * d.random.between(0.7, 1.25),
        d.random.between(-75, 75),
        d.random.pick(colors),
      ),
    )
    d.add(group(blur > 0 ? { filter: d.blur(blur) } : {}, ...leaves))
  }
}

const GREENS = ['#3f7d3a', '#55923f', '#2f6a43', '#7aa64a', '#28583a']

function tomato(d: Drawing, x: number, y: number, r: number, colors: readonly [string, string]): string {
  const fill = d.radial(`0 ${mix(colors[0], '#fff', 0.35)}, 0.35 ${colors[0]}, 1 ${colors[1]}`, [0.36, 0.3], 0.62)
  const sepal = (turn: number) =>
    path('M0 0q9 -7 22 -3q-10 6 -22 3z', {
      fill: '#3d6b2c',
      transform: `translate(${x} ${y - r * 0.86}) rotate(${turn}) scale(${r / 42})`,
    })
  return (
    circle(x, y, r, { fill }) +
    [10, 80, 150, 215, 290].map(sepal).join('') +
    ellipse(x - r * 0.34, y - r * 0.4, r * 0.2, r * 0.13, {
      fill: '#fff',
      opacity: 0.75,
      transform: `rotate(-30 ${x - r * 0.34} ${y - r * 0.4})`,
      filter: d.blur(r / 26),
    })
  )
}

const RED = ['#e2402a', '#7c0f12'] as const
const ORANGE = ['#f39a2c', '#a8450e'] as const

const balcony: Scene = (d) => {
  d.add(
    full({
      fill: d.linear('0 #eaf3d0, 0.6 #b9d08c, 1 #5f8a4c'),
    }),
    glow(d, 900, 60, 620, '#fff7c8'),
  )
  d.add(group({ filter: d.blur(5) }, bokeh(d, ['#fdf6c0', '#d9ecb0', '#fff'], 30, [0, 0, WIDTH, 420], 60)))
  foliage(d, GREENS, [
    [46, 190, 11, 260],
    [34, 210, 4, 360],
  ])
  const stem = (x: number, y: number, length: number) =>
    path(`M${x} ${y}q30 ${length * 0.4} 4 ${length}`, { stroke: '#4c7a36', 'stroke-width': 7, fill: 'none' })
  d.add(stem(560, 60, 330), stem(700, 20, 300))
  d.add(
    tomato(d, 520, 330, 74, RED),
    tomato(d, 655, 420, 80, RED),
    tomato(d, 742, 300, 62, ORANGE),
    tomato(d, 600, 240, 46, ['#9fbf45', '#4a6d1c']),
  )
  foliage(d, GREENS, [
    [16, 230, 0, 560],
    [9, 300, 9, 660],
  ])
}

const summer: Scene = (d) => {
  d.add(
    full({
      fill: d.linear('0 #f6e7b8, 0.5 #dcd58c, 1 #7d9a4d'),
    }),
    glow(d, 300, 40, 700, '#fff3b8'),
  )
  d.add(group({ filter: d.blur(6) }, bokeh(d, ['#fff8d0', '#ffe69a', '#e2f0b0'], 26, [0, 0, WIDTH, 400], 66)))
  foliage(
    d,
    [...GREENS, '#93b552'],
    [
      [50, 170, 10, 250],
      [30, 200, 3, 380],
      [22, 230, 0, 520],
    ],
  )
  d.add(
    ...range(7).map((n) =>
      tomato(
        d,
        250 + n * 118 + d.random.between(-20, 20),
        d.random.between(380, 520),
        d.random.between(26, 44),
        d.random.pick([RED, RED, ORANGE]),
      ),
    ),
  )
  foliage(d, GREENS, [[10, 260, 8, 670]])
}

const herbs: Scene = (d) => {
  d.add(
    full({
      fill: d.linear('0 #6f8388, 0.6 #55706a, 1 #2c463c'),
    }),
  )
  d.add(group({ filter: d.blur(7) }, bokeh(d, ['#c8dcdc', '#9fbcb4', '#dfeae2'], 26, [0, 0, WIDTH, 380], 58)))
  foliage(
    d,
    ['#2f6a4a', '#3f7f55', '#245441', '#5b9465'],
    [
      [40, 180, 10, 250],
      [30, 190, 3, 370],
      [20, 230, 0, 500],
    ],
  )
  const drop = d.linear('0 #0b1f18 0.35, 1 #fff 0.85')
  d.add(
    ...range(70).map(() => {
      const [x, y, r] = [d.random.between(0, WIDTH), d.random.between(380, HEIGHT), 2 + d.random.wait(3.5)]
      return circle(x, y, r, { fill: drop }) + circle(x - r * 0.3, y - r * 0.35, r * 0.22, { fill: '#fff' })
    }),
  )
  const streaks = range(120).map(() => {
    const [x, y, l] = [d.random.between(0, WIDTH + 80), d.random.between(-60, HEIGHT), d.random.between(30, 90)]
    return `M${x.toFixed(0)} ${y.toFixed(0)}l${(-l * 0.12).toFixed(0)} ${l.toFixed(0)}`
  })
  d.add(
    path(streaks.join(''), {
      stroke: '#eaf4f4',
      'stroke-width': 1.6,
      'stroke-opacity': 0.35,
      filter: d.blur(0.6, 1.6),
    }),
  )
}

/** A seedling on dark soil. */
const compost: Scene = (d) => {
  d.add(
    full({
      fill: d.linear('0 #d9d8b4, 0.55 #a9a878, 1 #6d6842'),
    }),
    glow(d, 840, 40, 620, '#fff4c4'),
  )
  d.add(group({ filter: d.blur(7) }, bokeh(d, ['#f5efc0', '#cfd59a', '#8fa35e'], 30, [0, 60, WIDTH, 330], 60)))
  const ground = hills(d, 480, 60)
  d.add(path(below(ground), { fill: '#2a1b12' }))
  d.add(
    group(
      { 'clip-path': d.clip(path(below(ground), {})) },
      rect(0, 400, WIDTH, 275, {
        filter: d.surface(
          { frequency: [0.035, 0.05], octaves: 5 },
          { depth: 14, azimuth: 250, elevation: 42, color: '#c08a5a' },
        ),
        opacity: 0.9,
        style: 'mix-blend-mode:hard-light',
      }),
      rect(0, 400, WIDTH, 275, {
        fill: d.linear('0 #000 0, 1 #120a06 0.75'),
      }),
    ),
  )
  d.add(
    path('M600 486C604 420 590 380 606 318', {
      stroke: '#6fa33f',
      'stroke-width': 11,
      fill: 'none',
      'stroke-linecap': 'round',
    }),
  )
  d.add(
    leaf(d, 604, 330, 190, -58, '#6fae3d'),
    leaf(d, 606, 326, 200, 55, '#83bd4a'),
    leaf(d, 605, 320, 90, -8, '#a5d160'),
  )
  d.add(ellipse(600, 490, 70, 12, { fill: '#120a06', opacity: 0.6, filter: d.blur(6) }))
}

export const GARDEN: Record<string, Scene> = { balcony, summer, herbs, compost }
