import { circle, type Drawing, ellipse, full, group, HEIGHT, path, range, rect, WIDTH } from '../drawing.ts'
import { mix } from './landscape.ts'

type Scene = (d: Drawing) => void

/** Planks of wood, seen from above, with light from the upper left. */
function wood(d: Drawing, color: string): void {
  d.add(full({ fill: color }))
  for (const n of range(5)) {
    const y = n * 140 - 20
    const plank = mix(color, d.random.pick(['#fff', '#000']), d.random.between(0.02, 0.12))
    d.add(rect(0, y, WIDTH, 138, { fill: plank }))
    d.add(
      rect(0, y, WIDTH, 138, {
        filter: d.clouds(mix(color, '#1a0c04', 0.55), { frequency: [0.0022, 0.075], octaves: 4 }, 0.46, 2.4),
        opacity: 0.5,
      }),
    )
    d.add(rect(0, y + 136, WIDTH, 4, { fill: mix(color, '#000', 0.7), opacity: 0.8 }))
  }
  light(d)
}

/** A cloth with folds. */
function linen(d: Drawing, color: string): void {
  d.add(
    full({ fill: color }),
    full({
      filter: d.surface({ frequency: [0.0028, 0.0042], octaves: 2 }, { depth: 46, elevation: 52, color: '#fff' }),
      style: 'mix-blend-mode:multiply',
      opacity: 0.6,
    }),
  )
  d.add(
    full({
      fill: d.pattern(
        5,
        5,
        path('M0 0H5M0 2.500H5M0 0V5M2.500 0V5', { stroke: '#000', 'stroke-width': 0.5, opacity: 0.1 }),
      ),
    }),
  )
  light(d)
}

function light(d: Drawing): void {
  d.add(
    full({
      fill: d.linear('0 #fff4d8 0.42, 0.5 #fff 0, 1 #120804 0.5', [1, 0.9]),
    }),
  )
}

const shadow = (d: Drawing, x: number, y: number, r: number, flat = 1) =>
  ellipse(x + r * 0.14, y + r * 0.16, r * 1.02, r * 1.02 * flat, {
    fill: '#1a0a04',
    opacity: 0.5,
    filter: d.blur(r * 0.08),
  })

/** A bowl from above. `inside` is drawn in it. */
function bowl(
  d: Drawing,
  x: number,
  y: number,
  r: number,
  glaze: string,
  soup: readonly [string, string],
  inside = '',
): void {
  d.add(shadow(d, x, y, r))
  d.add(
    circle(x, y, r, {
      fill: d.linear(
        [
          [0, mix(glaze, '#fff', 0.5)],
          [0.5, glaze],
          [1, mix(glaze, '#000', 0.4)],
        ],
        [1, 1],
      ),
    }),
  )
  d.add(
    circle(x, y, r * 0.93, {
      fill: d.linear(
        `0 ${mix(glaze, '#000', 0.5)}, 0.5 ${mix(glaze, '#000', 0.1)}, 1 ${mix(glaze, '#fff', 0.4)}`,
        [1, 1],
      ),
    }),
  )
  d.add(
    circle(x, y, r * 0.82, {
      fill: d.radial(`0 ${soup[0]}, 0.75 ${soup[0]}, 1 ${soup[1]}`, [0.4, 0.38], 0.55),
    }),
  )
  d.add(
    group(
      { 'clip-path': d.clip(circle(x, y, r * 0.82, {})) },
      circle(x, y, r * 0.82, {
        filter: d.clouds(mix(soup[1], '#000', 0.2), { frequency: [0.012, 0.012] }, 0.5, 2.5),
        fill: '#000',
        opacity: 0.4,
      }),
      inside,
      ellipse(x - r * 0.3, y - r * 0.5, r * 0.34, r * 0.1, {
        fill: '#fff',
        opacity: 0.4,
        filter: d.blur(r * 0.05),
        transform: `rotate(-24 ${x} ${y})`,
      }),
      circle(x, y, r * 0.84, {
        fill: 'none',
        stroke: '#000',
        'stroke-width': r * 0.1,
        opacity: 0.4,
        filter: d.blur(r * 0.05),
      }),
    ),
  )
}

/** A point in a disc. */
function inDisc(d: Drawing, x: number, y: number, r: number): readonly [number, number] {
  const [turn, away] = [d.random.between(0, 2 * Math.PI), r * Math.sqrt(d.random.next())]
  return [x + away * Math.cos(turn), y + away * Math.sin(turn)]
}

function oil(d: Drawing, x: number, y: number, r: number, color: string, count: number): string {
  return range(count)
    .map(() => {
      const [at, to] = inDisc(d, x, y, r)
      const size = 1.5 + d.random.wait(5)
      return (
        circle(at, to, size, { fill: color, opacity: 0.55, stroke: '#fff', 'stroke-opacity': 0.35 }) +
        circle(at - size * 0.3, to - size * 0.3, size * 0.25, { fill: '#fff', opacity: 0.7 })
      )
    })
    .join('')
}

/** Scallion rings. */
function rings(d: Drawing, x: number, y: number, r: number, count: number): string {
  return range(count)
    .map(() => {
      const [at, to] = inDisc(d, x, y, r)
      return ellipse(at, to, d.random.between(5, 9), d.random.between(4, 7), {
        fill: 'none',
        stroke: d.random.pick(['#5f9a3a', '#86bd55', '#3f7a30']),
        'stroke-width': 3.4,
        transform: `rotate(${d.random.between(0, 180).toFixed(0)} ${at} ${to})`,
      })
    })
    .join('')
}

const verde: Scene = (d) => {
  wood(d, '#8a5a36')
  const [x, y, r] = [600, 345, 262]
  const kale = range(150)
    .map(() => {
      const [at, to] = inDisc(d, x, y, r * 0.74)
      const turn = d.random.between(0, 360).toFixed(0)
      return path(
        `M${at} ${to}q${d.random.between(8, 26).toFixed(0)} ${d.random.between(-16, 16).toFixed(0)} ${d.random.between(28, 70).toFixed(0)} ${d.random.between(-8, 8).toFixed(0)}`,
        {
          stroke: d.random.pick(['#2f6a32', '#3f7f38', '#255a2c', '#5a9646']),
          'stroke-width': d.random.between(2, 4.5).toFixed(1),
          fill: 'none',
          transform: `rotate(${turn} ${at} ${to})`,
          'stroke-linecap': 'round',
        },
      )
    })
    .join('')
  const sausage = range(6)
    .map(() => {
      const [at, to] = inDisc(d, x, y, r * 0.5)
      return (
        ellipse(at + 3, to + 4, 33, 28, { fill: '#1a0a04', opacity: 0.35 }) +
        ellipse(at, to, 32, 27, {
          fill: d.radial('0 #c9553a, 0.8 #a8382a, 1 #5f1512'),
        }) +
        oil(d, at, to, 20, '#f0b090', 9)
      )
    })
    .join('')
  bowl(d, x, y, r, '#e8dfd0', ['#c9cf8e', '#8f9a52'], kale + sausage + oil(d, x, y, r * 0.74, '#d9b83a', 46))
  spoon(d, 985, 330, 8)
}

function spoon(d: Drawing, x: number, y: number, turn: number): void {
  const metal = d.linear('0 #f7f3ea, 0.4 #b5ada0, 0.6 #efe9dc, 1 #6f675c', [1, 0.2])
  const shape =
    'M0 -170C34 -170 44 -120 34 -86C26 -62 12 -56 9 -40L13 210Q13 226 0 226Q-13 226 -13 210L-9 -40C-12 -56 -26 -62 -34 -86C-44 -120 -34 -170 0 -170Z'
  d.add(
    group(
      { transform: `translate(${x} ${y}) rotate(${turn})` },
      path(shape, { fill: '#1a0a04', opacity: 0.5, transform: 'translate(10 12)', filter: d.blur(7) }),
      path(shape, { fill: metal }),
      ellipse(0, -118, 22, 38, { fill: '#5a5248', opacity: 0.35, filter: d.blur(5) }),
    ),
  )
}

/** Tomato and egg over rice, for one. */
const dinner: Scene = (d) => {
  linen(d, '#c9b99c')
  const [x, y, r] = [570, 340, 255]
  const pieces = range(44)
    .map((n) => {
      const [at, to] = inDisc(d, x, y, r * 0.66)
      const egg = n % 2 === 0
      const fill = egg
        ? d.radial('0 #fff0a8, 0.6 #f6cf4a, 1 #d99a22', [0.35, 0.3], 0.6)
        : d.radial('0 #ff8a66, 0.6 #dd3f28, 1 #8f1a14', [0.35, 0.3], 0.6)
      const size = d.random.between(24, 46)
      return (
        ellipse(at + 3, to + 5, size, size * 0.7, { fill: '#5a1408', opacity: 0.35 }) +
        path(
          `M${-size} 0C${-size} ${-size * 0.9} ${size * 0.2} ${-size * 0.8} ${size * 0.8} ${-size * 0.5}S${size * 0.9} ${size * 0.6} 0 ${size * 0.62}S${-size} ${size * 0.5} ${-size} 0Z`,
          {
            fill,
            transform: `translate(${at.toFixed(0)} ${to.toFixed(0)}) rotate(${d.random.between(0, 360).toFixed(0)})`,
          },
        )
      )
    })
    .join('')
  bowl(
    d,
    x,
    y,
    r,
    '#3d5a78',
    ['#c8442a', '#7c1d12'],
    pieces + rings(d, x, y, r * 0.62, 34) + oil(d, x, y, r * 0.74, '#f0a03a', 24),
  )
  const stick = (at: number, turn: number) =>
    group(
      { transform: `rotate(${turn} ${at} 340)` },
      rect(at + 8, 70, 13, 560, { fill: '#1a0a04', opacity: 0.4, filter: d.blur(5), rx: 6 }),
      path(`M${at} 70h11l-2 560h-7z`, {
        fill: d.linear('0 #8f4a2a, 1 #4a2010'),
      }),
    )
  d.add(stick(930, 5), stick(966, 8))
}

/** A loaf with a scored crust. */
const bread: Scene = (d) => {
  wood(d, '#6b4a34')
  const [x, y, r] = [600, 340, 268]
  d.add(shadow(d, x, y, r))
  const crust = d.clip(circle(x, y, r, {}))
  d.add(
    group(
      { 'clip-path': crust, filter: d.rough(0.012, 16) },
      circle(x, y, r, {
        fill: d.radial('0 #e0a45c, 0.45 #b86f30, 0.8 #8a4519, 1 #4a1f0c', [0.4, 0.36], 0.56),
      }),
      circle(x, y, r, {
        fill: '#000',
        filter: d.surface({ frequency: [0.03, 0.03], octaves: 3 }, { depth: 5, elevation: 50, color: '#ffe6c4' }),
        style: 'mix-blend-mode:multiply',
        opacity: 0.7,
      }),
      circle(x, y, r, {
        fill: '#000',
        filter: d.clouds('#fff3e0', { frequency: [0.02, 0.02] }, 0.56, 3),
        opacity: 0.55,
      }),
    ),
  )
  // The cuts of the baker, open and pale.
  const cut = (path0: string, width: number) =>
    path(path0, {
      stroke: '#6b3312',
      'stroke-width': width + 12,
      fill: 'none',
      'stroke-linecap': 'round',
      opacity: 0.7,
      filter: d.blur(4),
    }) +
    path(path0, { stroke: '#f0cd96', 'stroke-width': width, fill: 'none', 'stroke-linecap': 'round' }) +
    path(path0, {
      stroke: '#fff0d0',
      'stroke-width': width * 0.35,
      fill: 'none',
      'stroke-linecap': 'round',
      opacity: 0.8,
      filter: d.blur(2),
    })
  d.add(
    group(
      { filter: d.rough(0.03, 9) },
      cut('M600 118Q520 340 600 562', 24),
      ...range(4).map((n) => cut(`M${574 - n * 2} ${232 + n * 78}q-70 -44 -120 -34`, 9)),
      ...range(4).map((n) => cut(`M${598} ${232 + n * 78}q80 -44 124 -34`, 9)),
    ),
  )
  d.add(
    ...range(420).map(() => {
      const [at, to] = inDisc(d, x, y, r * 1.7)
      return circle(at, to, 0.6 + d.random.wait(0.9), {
        fill: '#fff7ea',
        opacity: d.random.between(0.3, 0.9).toFixed(2),
      })
    }),
  )
}

const sauces: Scene = (d) => {
  linen(d, '#8f9aa0')
  bowl(d, 262, 330, 172, '#f0e8da', ['#cf3f24', '#7a160e'], oil(d, 262, 330, 120, '#f0a04a', 26) + basil(d, 262, 330))
  bowl(
    d,
    612,
    350,
    172,
    '#3a3a40',
    ['#7a4a26', '#3a1e0e'],
    rings(d, 612, 350, 104, 16) + oil(d, 612, 350, 120, '#c98a4a', 22),
  )
  bowl(
    d,
    960,
    330,
    172,
    '#e0c9a8',
    ['#efb52e', '#b8760e'],
    oil(d, 960, 330, 120, '#fff0b0', 30) +
      range(26)
        .map(() => {
          const [at, to] = inDisc(d, 960, 330, 100)
          return ellipse(at, to, 5, 2, {
            fill: '#a83a1a',
            transform: `rotate(${d.random.between(0, 180).toFixed(0)} ${at} ${to})`,
          })
        })
        .join(''),
  )
}

function basil(d: Drawing, x: number, y: number): string {
  return [-60, 40, 150]
    .map(
      (turn) =>
        path('M0 0C26 -16 30 -62 0 -92C-30 -62 -26 -16 0 0Z', {
          fill: d.linear('0 #7fbf4a, 1 #2c6a2a', [1, 0.4]),
          transform: `translate(${x} ${y}) rotate(${turn})`,
        }) +
        path('M0 0L0 -86', { stroke: '#bfe08a', 'stroke-width': 2, transform: `translate(${x} ${y}) rotate(${turn})` }),
    )
    .join('')
}

/** A cup of coffee and the corner of a magazine. */
const coffee: Scene = (d) => {
  wood(d, '#a9764a')
  const lines = range(13)
    .map((n) => rect(40, 150 + n * 30, n % 5 === 4 ? 150 : 270, 9, { fill: '#5a5048', opacity: 0.55 }))
    .join('')
  const page =
    rect(0, 0, 350, 560, { fill: '#f6f0e4' }) +
    rect(40, 46, 200, 26, { fill: '#2a2420' }) +
    rect(40, 88, 250, 14, { fill: '#2a2420', opacity: 0.8 }) +
    lines
  d.add(
    group(
      { transform: 'translate(110 90) rotate(-9)' },
      rect(10, 16, 350, 560, { fill: '#1a0a04', opacity: 0.45, filter: d.blur(12) }),
      page,
    ),
  )
  const [x, y] = [740, 345]
  d.add(
    shadow(d, x, y, 260),
    circle(x, y, 258, {
      fill: d.linear('0 #fff, 0.6 #e3ddd2, 1 #a59c8e', [1, 1]),
    }),
    circle(x, y, 170, {
      fill: d.linear('0 #cfc7b8, 1 #fff', [1, 1]),
    }),
  )
  d.add(
    path(`M${x + 150} ${y - 30}q110 -20 112 30t-112 34`, { fill: 'none', stroke: '#e9e3d8', 'stroke-width': 26 }),
    shadow(d, x, y, 176),
  )
  d.add(
    circle(x, y, 176, {
      fill: d.linear('0 #fff, 1 #b9b0a2', [1, 1]),
    }),
    circle(x, y, 160, {
      fill: d.radial('0 #8a532a, 0.7 #5f3216, 1 #2c1408', [0.42, 0.4], 0.55),
    }),
  )
  // A leaf of milk.
  const foam = range(6)
    .map((n) =>
      path(
        `M0 ${60 - n * 26}q${74 - n * 9} -12 ${64 - n * 8} -58q${-18 + n * 2} 26 ${-64 + n * 8} 34q${-46 + n * 6} -8 ${-64 + n * 8} -34q${-10 + n} 46 ${64 - n * 8} 58z`,
        { fill: '#f6dfba', opacity: 0.9 },
      ),
    )
    .join('')
  d.add(
    group({ transform: `translate(${x} ${y + 34}) rotate(24)`, filter: d.blur(1.3) }, foam),
    ellipse(x - 60, y - 100, 60, 16, {
      fill: '#fff',
      opacity: 0.25,
      filter: d.blur(8),
      transform: `rotate(-30 ${x - 60} ${y - 100})`,
    }),
  )
}

/** An open book, from above, in window light. */
const openBook: Scene = (d) => {
  linen(d, '#a98f76')
  const side = (mirror: number) => {
    const lines = range(16)
      .map((n) =>
        path(`M34 ${-196 + n * 25}Q150 ${-212 + n * 25} ${n % 6 === 5 ? 210 : 296} ${-190 + n * 25}`, {
          stroke: '#4a4038',
          'stroke-width': 5,
          'stroke-opacity': 0.5,
          fill: 'none',
          'stroke-dasharray': `${d.random.between(60, 120).toFixed(0)} 9 ${d.random.between(30, 70).toFixed(0)} 8`,
        }),
      )
      .join('')
    const leaves = range(5)
      .map((n) =>
        path(`M0 -240Q150 -276 ${334 + n * 4} ${-240 + n * 4}V${238 + n * 4}Q150 ${206 + n * 4} 0 ${244 + n * 4}Z`, {
          fill: mix('#e9dfc9', '#8f8068', n / 6),
          stroke: '#9a8c74',
          'stroke-width': 0.6,
        }),
      )
      .reverse()
      .join('')
    const fill = d.linear('0 #9a8a70, 0.12 #e3d8c0, 0.5 #fbf5e6, 1 #e6dbc3', [1, 0])
    return group(
      { transform: `scale(${mirror} 1)` },
      leaves,
      path('M0 -240Q150 -276 330 -240V236Q150 204 0 242Z', { fill }),
      group({ transform: `scale(1 1)` }, lines),
    )
  }
  d.add(
    group(
      { transform: 'translate(600 345) rotate(-5)' },
      rect(-350, -240, 716, 520, { fill: '#1a0a04', opacity: 0.55, filter: d.blur(18) }),
      rect(-346, -246, 692, 502, { fill: '#5a2a22', rx: 6 }),
      side(-1),
      side(1),
      path('M120 -262l26 0l0 560l-13 -16l-13 16z', { fill: '#b5402f' }),
    ),
  )
  const pane = (x: number, y: number) => `M${x} ${y}l210 -60l60 190l-210 60z`
  d.add(
    path(pane(250, 120) + pane(484, 54) + pane(318, 336) + pane(552, 270), {
      fill: '#fff3c8',
      opacity: 0.42,
      filter: d.blur(9),
      style: 'mix-blend-mode:soft-light',
    }),
  )
}

/** Playing cards on green felt. */
const cards: Scene = (d) => {
  d.add(
    full({
      fill: d.radial('0 #2f7a55, 0.6 #1c5a3d, 1 #0c2c1e', [0.45, 0.4], 0.75),
    }),
    full({
      filter: d.surface({ frequency: [0.12, 0.12], octaves: 2 }, { depth: 1, elevation: 60 }),
      style: 'mix-blend-mode:multiply',
      opacity: 0.35,
    }),
  )
  const HEART = 'M0 14C-22 -2 -18 -20 -8 -20C-3 -20 0 -16 0 -12C0 -16 3 -20 8 -20C18 -20 22 -2 0 14Z'
  const SPADE = 'M0 -20C16 -4 22 0 18 8C14 14 5 12 2 6L6 18H-6L-2 6C-5 12 -14 14 -18 8C-22 0 -16 -4 0 -20Z'
  const card = (n: number) => {
    const turn = -42 + n * 12
    const red = n % 2 === 0
    const [shape, color, name] = [
      red ? HEART : SPADE,
      red ? '#c2322e' : '#1d1b20',
      ['4', '5', '6', '7', '8', '9', '10', 'J'][n] ?? '',
    ]
    const pips = [-96, -32, 32, 96]
      .flatMap((y) =>
        [-42, 42].map((x) =>
          path(shape, { fill: color, transform: `translate(${x} ${y}) scale(1.25${y > 0 ? ' -1.25' : ''})` }),
        ),
      )
      .slice(0, Math.min(8, n + 4))
      .join('')
    const face =
      rect(-112, -160, 224, 320, {
        rx: 16,
        fill: d.linear('0 #fffdf6, 1 #e6e0d2', [1, 1]),
        stroke: '#b9b2a2',
      }) +
      `<text x="-92" y="-118" font-family="Georgia, serif" font-size="38" font-weight="700" fill="${color}">${name}</text>` +
      pips
    return group(
      { transform: `translate(600 900) rotate(${turn}) translate(0 ${n === 3 ? -600 : -540})` },
      rect(-106, -150, 224, 320, { rx: 16, fill: '#04140c', opacity: 0.55, filter: d.blur(9) }),
      face,
    )
  }
  d.add(
    ...range(8).map(card),
    full({
      fill: d.linear('0 #fff 0.12, 0.5 #fff 0, 1 #000 0.45', [0.8, 1]),
    }),
  )
}

/** A checklist and a pencil on a desk. */
const checklist: Scene = (d) => {
  wood(d, '#c79a68')
  const row = (n: number) => {
    const y = -178 + n * 62
    const box = rect(-210, y, 34, 34, { fill: 'none', stroke: '#3a3630', 'stroke-width': 3.5, rx: 4 })
    const tick =
      n < 4
        ? path(`M-204 ${y + 16}l10 13l24 -38`, {
            fill: 'none',
            stroke: '#c2562a',
            'stroke-width': 6,
            'stroke-linecap': 'round',
          })
        : ''
    return (
      box +
      tick +
      path(`M-150 ${y + 18}h${d.random.between(190, 350).toFixed(0)}`, {
        stroke: '#6d665c',
        'stroke-width': 9,
        'stroke-linecap': 'round',
        'stroke-dasharray': `${d.random.integer(50, 110)} 16`,
        opacity: n < 4 ? 0.45 : 0.85,
      })
    )
  }
  d.add(
    group(
      { transform: 'translate(560 350) rotate(-6)' },
      rect(-256, -262, 536, 586, { fill: '#1a0a04', opacity: 0.5, filter: d.blur(14) }),
      rect(-268, -280, 536, 586, {
        fill: d.linear('0 #fffaf0, 1 #ece3d2', [1, 1]),
      }),
      rect(-210, -242, 230, 22, { fill: '#3a3630', rx: 4 }),
      ...range(8).map(row),
    ),
  )
  const pencil =
    path('M0 -16H330V16H0Z', {
      fill: d.linear('0 #f6c84a, 0.45 #e0992a, 1 #9a5a14'),
    }) +
    path('M0 -16L-54 0L0 16Z', { fill: '#e9cfa4' }) +
    path('M-38 -5L-54 0L-38 5Z', { fill: '#2a2420' }) +
    rect(330, -16, 26, 32, { fill: '#b9b2a8' }) +
    rect(356, -15, 26, 30, { fill: '#d97a6a', rx: 6 })
  d.add(
    group(
      { transform: 'translate(760 300) rotate(58)' },
      rect(-40, 0, 420, 30, { fill: '#1a0a04', opacity: 0.5, filter: d.blur(8) }),
      pencil,
    ),
  )
  const pane = (x: number, y: number) => `M${x} ${y}l250 -50l80 220l-250 50z`
  d.add(
    path(pane(120, 80) + pane(400, 24) + pane(210, 330) + pane(490, 274), {
      fill: '#fff6d8',
      opacity: 0.5,
      filter: d.blur(10),
      style: 'mix-blend-mode:soft-light',
    }),
  )
}

/** The back of an envelope with a recipe on it. */
const envelope: Scene = (d) => {
  wood(d, '#70503c')
  d.add(
    ...range(500).map(() =>
      circle(d.random.between(0, WIDTH), HEIGHT - d.random.wait(150), 0.5 + d.random.wait(1), {
        fill: '#fff7ea',
        opacity: d.random.between(0.3, 0.9).toFixed(2),
      }),
    ),
  )
  const text = ['250 g flour', '+ 1 egg (2 if small)', '4 apples, sour', '180 °C — 50 min']
    .map(
      (line, n) =>
        `<text x="-250" y="${-40 + n * 62}" font-family="'Segoe Script','Bradley Hand','Comic Neue',Georgia,serif" font-style="italic" font-size="46" fill="#2f3f6b">${line}</text>`,
    )
    .join('')
  d.add(
    group(
      { transform: 'translate(610 335) rotate(-5)' },
      rect(-350, -216, 724, 470, { fill: '#1a0a04', opacity: 0.55, filter: d.blur(16) }),
      rect(-362, -230, 724, 460, {
        fill: d.linear('0 #f3e6c8, 1 #d9c49c', [1, 1]),
        rx: 4,
      }),
      path('M-362 -230L0 -70L362 -230', { fill: '#e9d8b2', stroke: '#b59c6e', 'stroke-width': 2 }),
      text,
      path('M-362 230L-300 150M362 230L300 150', { stroke: '#b59c6e', 'stroke-width': 2 }),
    ),
  )
  d.add(
    ellipse(1010, 560, 78, 104, { fill: '#120804', opacity: 0.5, filter: d.blur(14), transform: 'translate(14 16)' }),
    ellipse(1010, 555, 76, 100, {
      fill: d.radial('0 #ffe9d0, 0.5 #e8b98c, 1 #9a6238', [0.36, 0.3], 0.6),
    }),
  )
}

export const TABLE: Record<string, Scene> = {
  verde,
  dinner,
  bread,
  sauces,
  coffee,
  'open-book': openBook,
  cards,
  checklist,
  envelope,
}
