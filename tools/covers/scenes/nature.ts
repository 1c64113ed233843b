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
import { fir, hills, landscape, milkyWay, mix, stars } from './landscape.ts'

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
      fill: d.linear(`0 ${mix(water[0], sky[2], 0.35)}, 0.12 ${water[0]}, 1 ${water[1]}`),
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
      fill: d.linear(`0 ${back[0]}, 1 ${back[1]}`),
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
}
