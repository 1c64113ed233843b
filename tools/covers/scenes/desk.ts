import { circle, type Drawing, ellipse, full, group, HEIGHT, path, range, rect, WIDTH } from '../drawing.ts'
import { mix } from './landscape.ts'
import { linen, shadow, wood } from './surfaces.ts'

type Scene = (d: Drawing) => void

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

export const DESK: Record<string, Scene> = { coffee, 'open-book': openBook, cards, checklist, envelope }
