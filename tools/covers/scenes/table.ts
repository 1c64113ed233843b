import { circle, type Drawing, ellipse, group, path, range, rect } from '../drawing.ts'
import { mix } from './landscape.ts'
import { linen, shadow, wood } from './surfaces.ts'

type Scene = (d: Drawing) => void

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
      fill: d.linear(`0 ${mix(glaze, '#fff', 0.5)}, 0.5 ${glaze}, 1 ${mix(glaze, '#000', 0.4)}`, [1, 1]),
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

export const TABLE: Record<string, Scene> = { verde, dinner, bread, sauces }
