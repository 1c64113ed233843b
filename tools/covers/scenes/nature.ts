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
  waves,
} from '../drawing.ts'
import { fir, landscape, milkyWay, mix, stars } from './landscape.ts'

type Scene = (d: Drawing) => void

const welcome: Scene = (d) =>
  landscape(d, {
    sky: '0 #5b7fa6, 0.3 #f0b48a, 0.5 #fde3b8',
    sun: { x: 760, y: 235, r: 34, color: '#ffd48a' },
    ridges: ['#d99a7c', '#2a2440'],
    mist: '#ffd9b0',
    top: 270,
  })

const ulriken: Scene = (d) => {
  landscape(d, {
    sky: '0 #8fa9b8, 0.5 #d5dfe0, 1 #eef0ec',
    ridges: ['#b9c8cc', '#24363a'],
    mist: '#eef3f2',
    top: 210,
    count: 7,
  })
}

const ridge: Scene = (d) => {
  landscape(d, {
    sky: '0 #33506e, 0.45 #8fa7ad, 0.7 #e6d9bd',
    sun: { x: 330, y: 290, r: 22, color: '#fff1c9' },
    ridges: ['#8c9fa5', '#16242c'],
    mist: '#d8dccf',
    top: 300,
    count: 5,
  })
  // The mast on the summit.
  d.add(
    path('M396 332L399.5 222L403 332Z', { fill: '#3d5560' }),
    rect(396, 246, 7, 3, { fill: '#3d5560' }),
    circle(399.5, 222, 2.4, { fill: '#ff6b5a' }),
  )
}

/** A frame of black-and-white film, with its perforation. */
const film: Scene = (d) => {
  landscape(d, {
    sky: '0 #8d8b88, 0.5 #d9d6d0',
    sun: { x: 640, y: 230, r: 28, color: '#fffdf5' },
    ridges: ['#b0aca6', '#1d1b1a'],
    mist: '#e3e0da',
    top: 270,
    count: 5,
  })
  const hole = (x: number, y: number) => rect(x, y, 38, 26, { rx: 6, fill: '#efe6d4', opacity: 0.9 })
  for (const y of [0, HEIGHT - 58]) {
    d.add(rect(0, y, WIDTH, 58, { fill: '#100d0b' }), ...range(17).map((n) => hole(16 + n * 72, y + 16)))
  }
  d.add(full({ fill: '#c98a4b', opacity: 0.1, style: 'mix-blend-mode:multiply' }))
}

const waiting: Scene = (d) =>
  landscape(d, {
    sky: '0 #7fb2c9, 0.5 #cfe3e0, 1 #f3ead2',
    sun: { x: 900, y: 160, r: 26, color: '#fff3c4' },
    ridges: ['#a9c6bd', '#1f4037'],
    mist: '#e8f0e4',
    top: 260,
    count: 6,
  })

const graz: Scene = (d) =>
  landscape(d, {
    sky: '0 #45618c, 0.35 #d79bb0, 0.55 #ffd9c0',
    sun: { x: 420, y: 300, r: 24, color: '#ffc9a0' },
    ridges: ['#b98fa8', '#1d2138'],
    mist: '#ffdcd0',
    top: 290,
    count: 7,
  })

const nightTrain: Scene = (d) => {
  d.add(
    full({
      fill: d.linear('0 #060b1f, 0.5 #152650, 0.8 #3d4a7c, 1 #8d6f86'),
    }),
  )
  d.add(milkyWay(d, '#9fb4ff'), stars(d, 420, 470))
  d.add(
    path(below(hills(d, 430, 130)), {
      fill: d.linear('0 #1d2a55, 1 #2c3768'),
    }),
  )
  d.add(
    rect(0, 430, WIDTH, 150, { filter: d.clouds('#8d93c8', { frequency: [0.003, 0.014] }, 0.48, 2.2), opacity: 0.35 }),
  )
  d.add(path(below(hills(d, 520, 90)), { fill: '#0f1836' }))
  // The viaduct and the train on it.
  d.add(rect(0, 512, WIDTH, 14, { fill: '#0a1026' }))
  d.add(
    ...range(16).map((n) => path(`M${n * 80} 526h16c0 -0 4 40 4 149h-24c0 -109 4 -149 4 -149z`, { fill: '#0a1026' })),
  )
  const carriage = (x: number) => {
    const windows = range(9).map((w) =>
      rect(x + 12 + w * 21, 482, 14, 12, { rx: 2, fill: '#ffd98c', opacity: d.random.pick([1, 1, 0.85, 0.25]) }),
    )
    return rect(x, 472, 206, 38, { rx: 6, fill: '#131c3c' }) + windows.join('')
  }
  d.add(
    ...range(6).map((n) => carriage(-152 + n * 212)),
    path('M1120 472h28c26 0 40 22 46 38h-74z', { fill: '#131c3c' }),
  )
  d.add(
    rect(0, 470, 1140, 50, { fill: '#ffcf7a', opacity: 0.28, filter: d.blur(22), style: 'mix-blend-mode:screen' }),
    glow(d, 1190, 500, 130, '#fff0c0'),
  )
  d.add(
    path(below(hills(d, 640, 40)), { fill: '#050815' }),
    path(
      range(70)
        .map((n) => fir(n * 18 + d.random.between(-6, 6), 660, d.random.between(24, 66)))
        .join(''),
      { fill: '#050815' },
    ),
  )
}

const hills = (d: Drawing, base: number, size: number) => {
  const height = waves(d.random, 5)
  return (x: number) => base + size * (0.5 - height(x / WIDTH))
}

interface Sea {
  sky: readonly [string, string, string]
  water: readonly [string, string]
  sun: readonly [x: number, y: number, color: string]
}

/** The sea with the path of light under a low sun. */
function sea(d: Drawing, { sky, water, sun: [x, y, color] }: Sea, horizon = 350): void {
  d.add(
    rect(0, 0, WIDTH, horizon + 2, {
      fill: d.linear(`0 ${sky[0]}, 0.6 ${sky[1]}, 1 ${sky[2]}`),
    }),
  )
  d.add(
    rect(0, 0, WIDTH, horizon, {
      filter: d.clouds(mix(sky[2], '#ffffff', 0.3), { frequency: [0.0015, 0.011] }, 0.48, 2.6),
      opacity: 0.6,
    }),
  )
  d.add(
    rect(0, 60, WIDTH, horizon - 60, {
      filter: d.clouds(mix(sky[0], '#000000', 0.2), { frequency: [0.002, 0.016] }, 0.54, 3),
      opacity: 0.45,
    }),
  )
  d.add(glow(d, x, y, 420, color), circle(x, y, 30, { fill: '#fffbe8', filter: d.blur(2) }))
  d.add(
    rect(0, horizon, WIDTH, HEIGHT - horizon, {
      fill: d.linear([
        [0, mix(water[0], sky[2], 0.35)],
        [0.12, water[0]],
        [1, water[1]],
      ]),
    }),
  )
  // Waves become larger towards the viewer, so each strip has its own scale.
  for (const n of range(5)) {
    const top = horizon + (HEIGHT - horizon) * (n / 5) ** 1.5
    const bottom = horizon + (HEIGHT - horizon) * ((n + 1) / 5) ** 1.5 + 14
    const scale = 1 + n * 1.1
    d.add(
      rect(0, top, WIDTH, bottom - top, {
        filter: d.clouds(
          mix(water[1], '#000000', 0.25),
          { frequency: [0.009 / scale, 0.11 / scale], octaves: 3 },
          0.5,
          4,
        ),
        opacity: 0.4,
      }),
    )
    d.add(
      rect(0, top, WIDTH, bottom - top, {
        filter: d.clouds(mix(sky[2], '#ffffff', 0.2), { frequency: [0.009 / scale, 0.1 / scale], octaves: 3 }, 0.56, 5),
        opacity: 0.4,
      }),
    )
  }
  const glitter = range(260).map(() => {
    const depth = d.random.next() ** 1.3
    const width = 5 + 40 * depth
    const at = x + (d.random.next() + d.random.next() - 1) * (40 + 190 * depth)
    return ellipse(at, horizon + 3 + depth * 300, width, 0.8 + 2.4 * depth, {
      fill: '#fff3d0',
      opacity: d.random.between(0.15, 0.75).toFixed(2),
    })
  })
  d.add(group({ filter: d.blur(1.2, 0.4), style: 'mix-blend-mode:screen' }, ...glitter))
}

const dusk: Scene = (d) => {
  sea(d, { sky: ['#24385e', '#c4636a', '#ffb566'], water: ['#7a5570', '#141c38'], sun: [700, 318, '#ffae5c'] })
  const boat = 'M330 372c30 14 96 14 130 0l-12 22c-24 8 -80 8 -104 0z'
  d.add(
    path(boat, { fill: '#120f1e' }),
    path('M398 372L402 286L448 364Z', { fill: '#1e1726' }),
    path('M396 372L396 300L356 366Z', { fill: '#1e1726' }),
  )
}

/** A lighthouse over calm water before sunrise. */
const lighthouse: Scene = (d) => {
  sea(d, { sky: ['#4e6c80', '#a9bcc0', '#f1dcc0'], water: ['#8fa6ab', '#24404c'], sun: [330, 322, '#ffdcae'] }, 420)
  d.add(
    path('M1200 452C1060 428 940 400 860 398C800 396 700 430 640 446C800 470 1000 474 1200 470Z', {
      fill: '#26333a',
      filter: d.rough(0.03, 12),
    }),
  )
  d.add(
    path('M846 404L856 214h36L902 404Z', {
      fill: d.linear('0 #f6efe4, 0.55 #e6dccd, 1 #8f8a86', [1, 0]),
    }),
  )
  d.add(path('M853 276h42l3 46h-48z', { fill: '#b6463c' }), path('M849.500 366h50l2 38h-54z', { fill: '#b6463c' }))
  d.add(
    rect(850, 206, 48, 10, { fill: '#2a2f33' }),
    rect(860, 178, 28, 28, { fill: '#ffe7a8' }),
    path('M856 178L874 158L892 178Z', { fill: '#2a2f33' }),
  )
  const beam = d.linear('0 #ffeebc 0.75, 1 #ffeebc 0', [-1, 0])
  d.add(
    path('M868 192L80 110L80 250Z', {
      fill: d.linear('0 #ffeebc 0, 1 #ffeebc 0.55', [1, 0]),
      filter: d.blur(7),
      style: 'mix-blend-mode:screen',
    }),
  )
  d.add(
    path('M880 192L1200 150L1200 222Z', { fill: beam, opacity: 0.4, filter: d.blur(7) }),
    glow(d, 874, 192, 150, '#ffe9b0'),
  )
  d.add(
    rect(0, 380, WIDTH, 120, { filter: d.clouds('#f6e9da', { frequency: [0.0022, 0.014] }, 0.46, 2), opacity: 0.55 }),
  )
}

const moon: Scene = (d) => {
  d.add(
    full({
      fill: d.linear('0 #05070f, 0.6 #101a33, 1 #24304f'),
    }),
    stars(d, 240, 520),
  )
  const [x, y, r] = [600, 300, 172]
  d.add(glow(d, x, y, 520, '#8fa5d8', 0.55))
  const disc = d.clip(circle(x, y, r, {}))
  d.add(
    group(
      { 'clip-path': disc },
      circle(x, y, r, { fill: '#e9e3d3' }),
      rect(x - r, y - r, 2 * r, 2 * r, {
        filter: d.surface(
          { frequency: [0.018, 0.018], octaves: 5 },
          { depth: 9, azimuth: 180, elevation: 60, color: '#f4eee0' },
        ),
        style: 'mix-blend-mode:multiply',
      }),
      rect(x - r, y - r, 2 * r, 2 * r, {
        filter: d.clouds('#6f6a66', { frequency: [0.009, 0.009] }, 0.5, 3.5),
        opacity: 0.5,
      }),
      // The terminator between the bright and the dark half.
      rect(x - r, y - r, 2 * r, 2 * r, {
        fill: d.linear('0 #05070f 0, 0.44 #05070f 0.05, 0.6 #05070f 0.82, 1 #05070f 0.97', [1, 0.12]),
      }),
    ),
  )
  const fade = d.linear('0 #fff 0, 0.4 #fff 1')
  d.add(
    rect(0, 300, WIDTH, 375, {
      fill: fade,
      filter: d.clouds('#1b2542', { frequency: [0.002, 0.009] }, 0.44, 2.4),
      opacity: 0.75,
    }),
  )
  d.add(
    rect(0, 330, WIDTH, 345, {
      fill: fade,
      filter: d.clouds('#a5b2d6', { frequency: [0.003, 0.015] }, 0.56, 2.4),
      opacity: 0.3,
    }),
  )
  d.add(path(below(hills(d, 620, 70)), { fill: '#04060d' }))
}

/** Drops on a window, and lights out of focus behind it. */
function wetWindow(d: Drawing, back: readonly [string, string], lights: readonly string[]): void {
  d.add(
    full({
      fill: d.linear([
        [0, back[0]],
        [1, back[1]],
      ]),
    }),
  )
  d.add(group({ filter: d.blur(9) }, bokeh(d, lights, 34, [0, 170, WIDTH, 420], 74)))
  d.add(group({ filter: d.blur(2.5) }, bokeh(d, lights, 26, [0, 210, WIDTH, 340], 46)))
  d.add(
    full({ filter: d.clouds(mix(back[0], '#ffffff', 0.45), { frequency: [0.004, 0.003] }, 0.45, 1.6), opacity: 0.35 }),
  )
  const shade = d.linear('0 #05070c 0.6, 0.5 #8a94a0 0.15, 1 #fff 0.65')
  const drop = (x: number, y: number, r: number) =>
    ellipse(x, y, r, r * 1.12, { fill: shade }) +
    ellipse(x - r * 0.3, y - r * 0.42, r * 0.2, r * 0.16, { fill: '#fff', opacity: 0.9 })
  d.add(...range(230).map(() => drop(d.random.between(0, WIDTH), d.random.between(0, HEIGHT), 1.5 + d.random.wait(4))))
  for (const _ of range(9)) {
    const [x, y, length] = [d.random.between(40, 1160), d.random.between(-60, 260), d.random.between(150, 360)]
    d.add(
      path(`M${x} ${y}q${d.random.between(-12, 12)} ${length / 2} ${d.random.between(-6, 6)} ${length}`, {
        stroke: '#fff',
        'stroke-width': 5,
        'stroke-opacity': 0.12,
        fill: 'none',
        filter: d.blur(1),
      }),
    )
    d.add(drop(x, y + length, d.random.between(8, 13)))
  }
}

const bergen: Scene = (d) =>
  wetWindow(d, ['#1e2c38', '#141a22'], ['#ffb15c', '#ffd9a0', '#ff7a5c', '#8fd0ff', '#e8f3ff'])

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

export const NATURE: Record<string, Scene> = {
  welcome,
  ulriken,
  ridge,
  film,
  waiting,
  graz,
  'night-train': nightTrain,
  dusk,
  lighthouse,
  moon,
  bergen,
  balcony,
  summer,
  herbs,
  compost,
}
