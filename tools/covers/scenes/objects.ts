import {
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
import { mix } from './landscape.ts'

type Scene = (d: Drawing) => void

/** Lines of a log on a screen, seen from the side: sharp only in the middle. */
const screen: Scene = (d) => {
  d.add(
    full({
      fill: d.linear('0 #080c14, 1 #111a26', [1, 0.4]),
    }),
  )
  const LEVELS = [
    ['INFO', '#5fc8a0'],
    ['INFO', '#5fc8a0'],
    ['DEBUG', '#6f7f95'],
    ['INFO', '#5fc8a0'],
    ['WARN', '#f0b45a'],
    ['ERROR', '#ff6f61'],
  ] as const
  const WORDS = [
    'order paid',
    'took=42ms',
    'request=8f31c',
    'here!!!',
    'retry 2 of 5',
    'user=10042',
    'cache hit',
    'upstream timeout',
    'rows=118',
    'queue empty',
    'saved',
  ]
  for (const n of range(17)) {
    const away = Math.abs(n - 8)
    const size = 23 + n * 1.5
    const y = 30 + n * 36 + n * n * 0.35
    const [level, color] = LEVELS[d.random.integer(0, 5)] ?? LEVELS[0]
    const words = range(d.random.integer(2, 4))
      .map(() => d.random.pick(WORDS))
      .join('  ')
    const line = `<text x="${90 - n * 4}" y="${y.toFixed(0)}" font-family="monospace" font-size="${size.toFixed(1)}" xml:space="preserve"><tspan fill="#5a6880">03:${String(10 + n * 2).padStart(2, '0')}:${String((n * 37) % 60).padStart(2, '0')}  </tspan><tspan fill="${color}" font-weight="700">${level.padEnd(6)}</tspan><tspan fill="#c8d3e4"> ${words}</tspan></text>`
    d.add(
      group({ transform: 'skewY(-4) translate(40 40)', ...(away > 2 && { filter: d.blur((away - 2) * 0.75) }) }, line),
    )
  }
  d.add(
    group(
      { style: 'mix-blend-mode:screen', filter: d.blur(14) },
      bokeh(d, ['#1f6f8f', '#8f4a2a', '#3a4fa0'], 12, [0, 0, WIDTH, HEIGHT], 90),
    ),
  )
  d.add(
    full({
      fill: d.radial('0 #000 0, 0.6 #000 0.15, 1 #000 0.8', [0.45, 0.5], 0.72),
    }),
  )
}

/** An alarm clock on a night table at three in the morning. */
const clock: Scene = (d) => {
  d.add(
    full({
      fill: d.linear('0 #0a0d18, 0.7 #141526, 1 #1d1518'),
    }),
  )
  d.add(
    group({ filter: d.blur(10) }, bokeh(d, ['#2f4a8a', '#6a4a8a', '#8a5a3a', '#3a6a8a'], 22, [0, 20, WIDTH, 330], 62)),
  )
  d.add(
    rect(0, 500, WIDTH, 175, {
      fill: d.linear('0 #3a2418, 0.2 #20130d, 1 #0c0705'),
    }),
  )
  d.add(
    rect(330, 250, 540, 262, {
      rx: 40,
      fill: d.linear('0 #3a3a42, 0.15 #1d1d23, 1 #0b0b0e'),
    }),
    rect(366, 286, 468, 190, { rx: 20, fill: '#0a0406' }),
  )
  const SEGMENTS = { 0: 'abcdef', 3: 'abgcd', 7: 'abc' } as Record<string, string>
  const AT: Record<string, string> = {
    a: 'M8 0H62L52 10H18Z',
    b: 'M70 8V64L60 58V18Z',
    c: 'M70 72V128L60 118V78Z',
    d: 'M8 136H62L52 126H18Z',
    e: 'M0 72V128L10 118V78Z',
    f: 'M0 8V64L10 58V18Z',
    g: 'M8 68L16 63H54L62 68L54 73H16Z',
  }
  const digits = ['0', '3', '0', '7'].map((digit, n) => {
    const x = 404 + n * 96 + (n > 1 ? 44 : 0)
    return group(
      { transform: `translate(${x} 312) skewX(-4)` },
      ...Object.entries(AT).map(([name, shape]) =>
        path(shape, { fill: SEGMENTS[digit]?.includes(name) ? '#ff4a36' : '#240a08' }),
      ),
    )
  })
  const dots = circle(602, 356, 8, { fill: '#ff4a36' }) + circle(599, 404, 8, { fill: '#ff4a36' })
  d.add(group({ filter: d.blur(16), style: 'mix-blend-mode:screen' }, ...digits, dots), ...digits, dots)
  d.add(
    glow(d, 600, 380, 420, '#ff3a26', 0.35),
    ellipse(600, 540, 300, 26, { fill: '#ff4a36', opacity: 0.28, filter: d.blur(16) }),
    path('M366 306Q366 286 386 286H700L560 476H386Q366 476 366 456Z', { fill: '#fff', opacity: 0.05 }),
  )
}

/** A record on a turntable, with light on its grooves. */
const record: Scene = (d) => {
  d.add(
    full({
      fill: d.linear('0 #5a3422, 1 #24130c', [1, 1]),
    }),
    full({ filter: d.clouds('#1a0c06', { frequency: [0.0022, 0.06], octaves: 4 }, 0.46, 2.4), opacity: 0.6 }),
  )
  const [x, y, r] = [560, 350, 300]
  d.add(
    circle(x + 20, y + 24, r + 8, { fill: '#000', opacity: 0.6, filter: d.blur(20) }),
    circle(x, y, r + 10, { fill: '#8a8a90' }),
    circle(x, y, r, { fill: '#0b0b0d' }),
  )
  for (let at = r - 8; at > 116; at -= 3.2)
    d.add(
      circle(x, y, at, {
        fill: 'none',
        stroke: d.random.pick(['#1b1b1f', '#232328', '#161619', '#2b2b31']),
        'stroke-width': 1.6,
      }),
    )
  d.add(...[250, 196, 150].map((at) => circle(x, y, at, { fill: 'none', stroke: '#050506', 'stroke-width': 6 })))
  const wedge = (turn: number, width: number, color: string, opacity: number) =>
    path(`M${x} ${y}L${x - width} ${y - r}A${r} ${r} 0 0 1 ${x + width} ${y - r}Z`, {
      fill: color,
      opacity,
      transform: `rotate(${turn} ${x} ${y})`,
      filter: d.blur(9),
    })
  d.add(
    group(
      { 'clip-path': d.clip(circle(x, y, r, {})), style: 'mix-blend-mode:screen' },
      wedge(38, 62, '#c8d4e8', 0.4),
      wedge(50, 22, '#fff', 0.35),
      wedge(218, 70, '#ffcf9a', 0.38),
      wedge(228, 20, '#fff', 0.28),
    ),
  )
  d.add(
    circle(x, y, 104, {
      fill: d.linear('0 #e8a04a, 1 #b5562a', [1, 1]),
    }),
    circle(x, y, 76, { fill: 'none', stroke: '#7a2f14', 'stroke-width': 2 }),
    `<text x="${x}" y="${y - 34}" text-anchor="middle" font-family="Georgia, serif" font-size="24" fill="#4a1a0a">SIDE B</text>`,
    circle(x, y, 9, { fill: '#e9e3d8' }),
    circle(x, y, 4, { fill: '#222' }),
  )
  const arm = 'M1040 130L1010 380Q1004 420 960 440L800 486'
  d.add(
    path(arm, {
      stroke: '#000',
      'stroke-width': 16,
      fill: 'none',
      opacity: 0.5,
      transform: 'translate(14 18)',
      filter: d.blur(8),
    }),
    path(arm, {
      stroke: d.linear('0 #f3f3f0, 1 #8a8a86', [1, 0.3]),
      'stroke-width': 13,
      fill: 'none',
      'stroke-linecap': 'round',
    }),
  )
  d.add(
    circle(1040, 130, 56, {
      fill: d.radial('0 #f6f6f2, 0.6 #9a9a96, 1 #3a3a3c', [0.36, 0.32], 0.6),
    }),
    rect(744, 462, 76, 40, {
      rx: 6,
      fill: d.linear('0 #44444a, 1 #141418'),
      transform: 'rotate(-16 782 482)',
    }),
  )
}

/** A metronome against the light. */
const metronome: Scene = (d) => {
  d.add(
    full({
      fill: d.radial('0 #ffe2ad, 0.35 #e8a860, 0.75 #8a4a30, 1 #2c1618', [0.5, 0.45], 0.72),
    }),
  )
  d.add(group({ filter: d.blur(8) }, bokeh(d, ['#fff0c8', '#ffd08a', '#e88a5a'], 26, [0, 20, WIDTH, 460], 64)))
  d.add(
    rect(0, 560, WIDTH, 115, {
      fill: d.linear('0 #6b3a22, 0.2 #3a1d12, 1 #150a07'),
    }),
    ellipse(620, 584, 250, 20, { fill: '#000', opacity: 0.6, filter: d.blur(10) }),
  )
  d.add(
    path('M528 100H672L764 572H436Z', {
      fill: d.linear('0 #3a1d10, 0.25 #8a4f2a, 0.55 #5a2f18, 1 #1d0d07', [1, 0.1]),
    }),
    path('M552 140H648L704 480H496Z', { fill: '#1a0c07' }),
  )
  d.add(
    ...range(13).map((n) =>
      rect(600 - 12 - (n % 3 === 0 ? 12 : 0), 170 + n * 23, 24 + (n % 3 === 0 ? 24 : 0), 2.5, {
        fill: '#e9c98a',
        opacity: 0.7,
      }),
    ),
  )
  for (const [turn, opacity, blur] of [
    [10, 0.18, 7],
    [16, 0.35, 4],
    [22, 1, 0],
  ] as const) {
    const rod =
      rect(597, 60, 6, 420, {
        fill: d.linear('0 #fff3d0, 1 #b99a5a'),
      }) + path('M574 200H626L618 250H582Z', { fill: '#d9a94a' })
    d.add(group({ transform: `rotate(${turn} 600 480)`, opacity, ...(blur > 0 && { filter: d.blur(blur) }) }, rod))
  }
  d.add(
    path('M486 480H714L732 572H468Z', {
      fill: d.linear('0 #7a4424, 1 #2a1309'),
    }),
    rect(470, 500, 260, 3, { fill: '#e9c98a', opacity: 0.4 }),
  )
}

/** Ten people and the forty-five paths between them. */
const network: Scene = (d) => {
  d.add(
    full({
      fill: d.radial('0 #20345a, 0.6 #101b36, 1 #070b18', [0.5, 0.45], 0.75),
    }),
    full({ filter: d.clouds('#3a5a9a', { frequency: [0.003, 0.004] }, 0.5, 2), opacity: 0.3 }),
  )
  const people = range(10).map((n) => {
    const turn = (n / 10) * 2 * Math.PI - Math.PI / 2
    return [600 + 400 * Math.cos(turn) * (0.86 + 0.14 * Math.abs(Math.cos(turn))), 338 + 258 * Math.sin(turn)] as const
  })
  const lines = people.flatMap(([x, y], n) =>
    people
      .slice(n + 1)
      .map(
        ([to, down]) =>
          `M${x.toFixed(0)} ${y.toFixed(0)}Q${(600 + (x + to - 1200) * 0.22).toFixed(0)} ${(338 + (y + down - 676) * 0.22).toFixed(0)} ${to.toFixed(0)} ${down.toFixed(0)}`,
      ),
  )
  d.add(
    path(lines.join(''), { stroke: '#7fb4ff', 'stroke-width': 6, fill: 'none', opacity: 0.22, filter: d.blur(5) }),
    path(lines.join(''), {
      stroke: d.linear('0 #bfe0ff, 1 #ffb27a', [1, 1]),
      'stroke-width': 1.6,
      fill: 'none',
      opacity: 0.75,
    }),
  )
  for (const [n, [x, y]] of people.entries())
    d.add(glow(d, x, y, 90, n % 3 === 0 ? '#ffb27a' : '#8fc4ff', 0.9), circle(x, y, 13, { fill: '#fff8ec' }))
}

/** The buttons of an old machine. */
const buttons: Scene = (d) => {
  d.add(
    full({
      fill: d.linear('0 #d8d2c4, 1 #8f8878', [1, 1]),
    }),
    full({
      filter: d.surface({ frequency: [0.002, 0.3], octaves: 2 }, { depth: 1.2, elevation: 60 }),
      style: 'mix-blend-mode:multiply',
      opacity: 0.3,
    }),
  )
  const COLORS = ['#c8442e', '#e0a52e', '#3f7a5a', '#34568a', '#e9e4d8', '#2a2a2e']
  for (const [n, [column, row]] of range(3)
    .flatMap((row) => range(5).map((column) => [column, row] as const))
    .entries()) {
    const [x, y, color] = [176 + column * 212, 118 + row * 220, n === 7 ? '#d9382a' : d.random.pick(COLORS)]
    const lit = n === 7
    d.add(
      circle(x + 9, y + 12, 84, { fill: '#201a10', opacity: 0.45, filter: d.blur(9) }),
      circle(x, y, 84, {
        fill: d.linear('0 #f6f2e8, 0.5 #a59f92, 1 #5a554a', [1, 1]),
      }),
      circle(x, y, 72, { fill: '#1a1814' }),
    )
    d.add(
      circle(x, y - 3, 64, {
        fill: d.radial(
          `0 ${mix(color, '#fff', lit ? 0.75 : 0.45)}, 0.45 ${color}, 1 ${mix(color, '#000', 0.55)}`,
          [0.38, 0.3],
          0.62,
        ),
      }),
      ellipse(x - 16, y - 32, 28, 13, {
        fill: '#fff',
        opacity: 0.5,
        filter: d.blur(4),
        transform: `rotate(-20 ${x - 16} ${y - 32})`,
      }),
    )
    if (lit) d.add(glow(d, x, y, 240, '#ff7a5a', 0.8))
  }
  d.add(
    full({
      fill: d.linear('0 #fff8e0 0.3, 0.5 #fff 0, 1 #000 0.5', [1, 0.9]),
    }),
  )
}

/** A folded walking map. */
const map: Scene = (d) => {
  d.add(full({ fill: '#e6e9cf' }))
  const [a, b] = [waves(d.random, 3), waves(d.random, 3)]
  const height = (x: number, y: number) =>
    a(x / 1500 + y / 2600) +
    b(y / 1100 - x / 3000) * 0.9 +
    1.1 * Math.exp(-(((x - 720) / 300) ** 2) - ((y - 300) / 210) ** 2) +
    0.7 * Math.exp(-(((x - 260) / 220) ** 2) - ((y - 470) / 170) ** 2)
  d.add(full({ filter: d.clouds('#a9c48a', { frequency: [0.004, 0.005], octaves: 3 }, 0.5, 6), opacity: 0.7 }))
  for (const n of range(26)) {
    const isMain = n % 5 === 0
    d.add(
      path(contour(height, 0.35 + n * 0.085), {
        stroke: '#a5683a',
        'stroke-width': isMain ? 2.2 : 1,
        fill: 'none',
        opacity: isMain ? 0.85 : 0.55,
      }),
    )
  }
  d.add(
    path('M-10 560C160 520 230 610 400 560S640 470 760 520S1000 640 1210 560L1210 690H-10Z', { fill: '#9cc6dc' }),
    path('M-10 560C160 520 230 610 400 560S640 470 760 520S1000 640 1210 560', {
      stroke: '#4f8fb0',
      'stroke-width': 3,
      fill: 'none',
    }),
  )
  d.add(
    path('M90 90C220 160 260 300 420 330S620 420 720 300S960 160 1130 210', {
      stroke: '#c2322e',
      'stroke-width': 5,
      'stroke-dasharray': '16 9',
      fill: 'none',
    }),
    path('M708 312L720 288L732 312Z', { fill: '#1d1b20' }),
    `<text x="742" y="306" font-family="sans-serif" font-size="24" font-weight="700" fill="#1d1b20">643</text>`,
  )
  // Folds of the paper.
  for (const n of range(4))
    d.add(
      rect(n * 300, 0, 300, HEIGHT, {
        fill: d.linear(`0 #fff ${n % 2 ? 0.42 : 0}, 0.5 #000 0.02, 1 #000 ${n % 2 ? 0.04 : 0.24}`, [1, 0]),
      }),
    )
  for (const n of range(2))
    d.add(
      rect(0, n * 340, WIDTH, 340, {
        fill: d.linear(`0 #fff ${n ? 0.3 : 0}, 1 #000 ${n ? 0.04 : 0.2}`),
      }),
    )
  d.add(
    full({
      fill: d.linear('0 #fff3d0 0.35, 1 #3a2a10 0.35', [1, 0.8]),
      style: 'mix-blend-mode:multiply',
    }),
  )
}

/** The line on which a height is reached (marching squares). */
function contour(height: (x: number, y: number) => number, level: number): string {
  const step = 12
  const parts: string[] = []
  for (let y = 0; y < HEIGHT; y += step) {
    for (let x = 0; x < WIDTH; x += step) {
      const corners = [
        [x, y],
        [x + step, y],
        [x + step, y + step],
        [x, y + step],
      ] as const
      const values = corners.map(([cx, cy]) => height(cx, cy) - level)
      const ends = range(4).flatMap((n) => {
        const [from, to] = [corners[n], corners[(n + 1) % 4]]
        const [before = 0, after = 0] = [values[n], values[(n + 1) % 4]]
        if (!from || !to || before > 0 === after > 0) return []
        const share = before / (before - after)
        return [
          `${(from[0] + (to[0] - from[0]) * share).toFixed(1)} ${(from[1] + (to[1] - from[1]) * share).toFixed(1)}`,
        ]
      })
      if (ends.length >= 2) parts.push(`M${ends[0]}L${ends[1]}`)
    }
  }
  return parts.join('')
}

/** 74 requests before, 6 after: two piles of sheets. */
const weight: Scene = (d) => {
  d.add(full({ fill: d.linear('0 #f3ebdd, 0.7 #e3d5be, 0.71 #b9935f, 1 #7c5a34') }))
  const sheet = (x: number, y: number) => {
    const turn = d.random.between(-2.5, 2.5).toFixed(1)
    const fill = d.linear('0 #fffdf8, 1 #d8d0c0', [1, 0.4])
    return rect(x, y, 300, 9, {
      fill,
      stroke: '#a89c86',
      'stroke-width': 0.6,
      transform: `rotate(${turn} ${x + 150} ${y})`,
    })
  }
  for (const [x, sheets] of [
    [180, 74],
    [720, 6],
  ] as const) {
    d.add(ellipse(x + 165, 592, 190, 16, { fill: '#2a1608', opacity: 0.5, filter: d.blur(9) }))
    d.add(...range(sheets).map((n) => sheet(x + d.random.between(-9, 9), 580 - n * 7)))
  }
  const label = (x: number, y: number, text: string) =>
    `<text x="${x}" y="${y}" text-anchor="middle" font-family="Georgia, serif" font-size="46" fill="#5a3a1c">${text}</text>`
  d.add(
    label(870, 500, '29 KB'),
    label(600, 130, '1.8 MB'),
    path('M560 150Q520 170 500 200', { stroke: '#5a3a1c', 'stroke-width': 3, fill: 'none' }),
  )
  d.add(full({ fill: d.linear('0 #fff8e0 0.35, 0.5 #fff 0, 1 #1a0a04 0.4', [1, 0.9]) }))
}

export const OBJECTS: Record<string, Scene> = { screen, clock, record, metronome, network, buttons, map, weight }
