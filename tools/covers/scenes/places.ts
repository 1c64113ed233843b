import { circle, type Drawing, ellipse, full, glow, group, HEIGHT, path, range, rect, WIDTH } from '../drawing.ts'
import { mix } from './landscape.ts'

type Scene = (d: Drawing) => void

/** Fields and trees that pass a train window: everything near is a streak. */
const trainWindow: Scene = (d) => {
  d.add(
    full({
      fill: d.linear('0 #2f4a73, 0.3 #d98a6c, 0.5 #ffd39a, 0.56 #c9a06e, 1 #20241a'),
    }),
  )
  d.add(
    rect(0, 0, WIDTH, 330, { filter: d.clouds('#fff0d8', { frequency: [0.0012, 0.012] }, 0.5, 2.4), opacity: 0.55 }),
  )
  d.add(glow(d, 820, 300, 460, '#ffc070'), circle(820, 300, 30, { fill: '#fff6e0', filter: d.blur(3) }))
  const streaks = (y: number, height: number, colors: string[], count: number, blur: number) =>
    group(
      { filter: d.blur(blur, 1 + blur / 60) },
      ...range(count).map(() =>
        rect(
          d.random.between(-200, WIDTH),
          y + d.random.next() * height,
          d.random.between(80, 460),
          d.random.between(2, 4 + height / 12),
          { fill: d.random.pick(colors), opacity: d.random.between(0.25, 0.85).toFixed(2) },
        ),
      ),
    )
  d.add(
    streaks(335, 50, ['#6d6a5c', '#8a7a5e', '#4f5a52'], 60, 12),
    streaks(370, 90, ['#7f7a3e', '#a38a45', '#4a5a30', '#d0a75a'], 110, 40),
    streaks(440, 120, ['#4d5526', '#2f3a1c', '#8a7433', '#1f2a18'], 120, 70),
    streaks(540, 140, ['#1c2214', '#2e3320', '#574a26', '#12160e'], 120, 110),
  )
  // Poles, and the line of the overhead wire.
  d.add(
    ...[250, 1010].map((x) => rect(x, 90, 12, 530, { fill: '#1a1d20', opacity: 0.34, filter: d.blur(16, 1) })),
    path('M0 120Q300 150 600 118T1200 122', { stroke: '#1a1d20', 'stroke-width': 2.5, fill: 'none', opacity: 0.7 }),
  )
  // The frame of the window with a reflection.
  d.add(
    path(`M0 0H${WIDTH}V${HEIGHT}H0ZM60 44Q34 44 34 74V570Q34 602 66 602H1134Q1166 602 1166 570V74Q1166 44 1134 44Z`, {
      fill: d.linear('0 #2a2c31, 0.5 #15161a, 1 #0c0d10'),
      'fill-rule': 'evenodd',
    }),
  )
  d.add(
    path('M66 602H1134Q1166 602 1166 570', { stroke: '#6b6f78', 'stroke-width': 3, fill: 'none', opacity: 0.7 }),
    path('M90 44L420 44L200 602L34 602L34 200Z', { fill: '#fff', opacity: 0.06 }),
  )
  // A phone on the sill, waiting for its page.
  d.add(
    path('M520 640L690 640L716 588L546 588Z', { fill: '#0a0b0e' }),
    path('M532 634L684 634L704 594L552 594Z', { fill: '#f7f7f4' }),
    glow(d, 615, 610, 210, '#dfe8ff', 0.7),
  )
}

interface Block {
  x: number
  width: number
  top: number
}

/** Houses at night, with lit windows. */
function street(
  d: Drawing,
  base: number,
  color: string,
  lit: number,
  blur: number,
  size: readonly [number, number],
): string {
  const blocks: Block[] = []
  for (let x = -30; x < WIDTH; ) {
    const width = d.random.between(size[0], size[0] * 1.8)
    blocks.push({ x, width, top: base - d.random.between(size[1] * 0.4, size[1]) })
    x += width + d.random.pick([0, 0, 6])
  }
  const parts = blocks.flatMap(({ x, width, top }) => {
    const step = size[0] / 4.4
    const windows = range(Math.floor((width - step * 0.6) / step)).flatMap((column) =>
      range(Math.floor((HEIGHT - top) / (step * 1.35))).flatMap((row) => {
        if (!d.random.happens(lit)) return []
        const fill = d.random.pick(['#ffd27d', '#ffbf66', '#ffe6b0', '#fff1d2', '#9fd0ff'])
        return [
          rect(x + step * 0.5 + column * step, top + step * 0.6 + row * step * 1.35, step * 0.5, step * 0.72, {
            fill,
            opacity: d.random.between(0.45, 1).toFixed(2),
          }),
        ]
      }),
    )
    return [
      rect(x, top, width, HEIGHT - top, {
        fill: d.linear(`0 ${mix(color, '#8fa0c8', 0.14)}, 1 ${color}`),
      }),
      ...windows,
    ]
  })
  return group(blur > 0 ? { filter: d.blur(blur) } : {}, ...parts)
}

const awake: Scene = (d) => {
  d.add(
    full({
      fill: d.linear('0 #0b1230, 0.5 #2a2f63, 0.8 #7a4f77, 1 #d98a72'),
    }),
    full({ filter: d.clouds('#c58aa0', { frequency: [0.0016, 0.01] }, 0.52, 2.2), opacity: 0.35 }),
  )
  d.add(
    street(d, 430, '#30345e', 0.2, 2.4, [70, 190]),
    rect(0, 300, WIDTH, 375, {
      fill: d.linear('0 #7a4f77 0, 1 #b0708a 0.45'),
    }),
  )
  d.add(street(d, 540, '#1a1d40', 0.22, 0.8, [100, 260]), street(d, 660, '#0a0c1f', 0.16, 0, [150, 260]))
  d.add(glow(d, 640, 560, 300, '#ffbf66', 0.35))
}

/** A wall of red bricks and granite, as they build it in Quanzhou, with the shadow of a tree. */
const quanzhou: Scene = (d) => {
  d.add(full({ fill: '#6b4030' }))
  const BRICKS = ['#b5553a', '#a5472f', '#c4664a', '#96402c', '#bb5f42']
  const STONES = ['#cbbfa9', '#b9ab94', '#d8cdb8', '#a99c88']
  const parts: string[] = []
  const block = (x: number, y: number, w: number, h: number, color: string, rx: number) =>
    rect(x, y, w, h, {
      rx,
      fill: d.linear(`0 ${mix(color, '#fff', 0.16)}, 0.2 ${color}, 1 ${mix(color, '#1a0c06', 0.28)}`),
    })
  for (let y = -6; y < HEIGHT; y += 76) {
    for (let x = -60 * d.random.next(); x < WIDTH; ) {
      if (d.random.happens(0.5)) {
        const w = d.random.between(96, 190)
        parts.push(block(x, y, w - 6, 70, d.random.pick(STONES), 9))
        x += w
      } else {
        const w = d.random.between(70, 150)
        parts.push(
          ...range(5).map((n) =>
            block(x + d.random.between(-4, 2), y + n * 14.8, w - 4, 12.4, d.random.pick(BRICKS), 2),
          ),
        )
        x += w
      }
    }
  }
  d.add(group({ filter: d.rough(0.04, 7) }, ...parts))
  d.add(
    full({
      filter: d.surface(
        { frequency: [0.03, 0.03], octaves: 2 },
        { depth: 3.5, azimuth: 220, elevation: 52, color: '#fff1dc' },
      ),
      style: 'mix-blend-mode:multiply',
      opacity: 0.6,
    }),
  )
  d.add(
    full({
      fill: d.linear('0 #ffe2a8 0.5, 0.5 #ffd08a 0.12, 1 #2a1030 0.55', [1, 0.7]),
      style: 'mix-blend-mode:soft-light',
    }),
  )
  const leaves = range(170).map(() => {
    const [x, y] = [d.random.between(620, 1230) - d.random.wait(60), d.random.between(-20, 420) * d.random.next()]
    return ellipse(x, y, d.random.between(10, 26), d.random.between(6, 12), {
      transform: `rotate(${d.random.between(0, 180).toFixed(0)} ${x} ${y})`,
    })
  })
  d.add(
    group(
      { fill: '#2a1410', opacity: 0.42, filter: d.blur(4), style: 'mix-blend-mode:multiply' },
      path('M1240 -20Q1000 120 700 150M1080 60Q930 200 880 320M1200 30Q1150 260 1160 420', {
        stroke: '#2a1410',
        'stroke-width': 11,
        fill: 'none',
      }),
      ...leaves,
    ),
  )
}

/** Lanes of a running track in low sun. */
const track: Scene = (d) => {
  d.add(
    full({
      fill: d.linear('0 #6f9ec4, 0.25 #f4c79a, 0.36 #ffe6bd'),
    }),
    glow(d, 600, 232, 420, '#ffd492'),
    circle(600, 226, 24, { fill: '#fffbea', filter: d.blur(2) }),
  )
  d.add(
    group(
      { filter: d.blur(2.5) },
      path(`M0 250Q100 214 200 238T420 230T640 240T860 226T1080 238T1200 228V300H0Z`, { fill: '#3d5a42' }),
    ),
    rect(0, 252, WIDTH, 30, { fill: '#6d8f4e' }),
  )
  d.add(
    path('M0 280H1200V675H0Z', {
      fill: d.linear('0 #c8684a, 0.3 #b24d36, 1 #7c2b22'),
    }),
  )
  d.add(
    rect(0, 280, WIDTH, 395, {
      filter: d.surface({ frequency: [0.09, 0.12], octaves: 2 }, { depth: 1.6, azimuth: 270, elevation: 48 }),
      style: 'mix-blend-mode:multiply',
      opacity: 0.4,
    }),
  )
  const lane = (n: number) => {
    const [far, near] = [600 + n * 34, 600 + n * 330]
    return `M${far - 1.2} 281L${far + 1.2} 281L${near + 11} 675L${near - 11} 675Z`
  }
  d.add(
    path(
      range(9)
        .map((n) => lane(n - 4 + 0.5))
        .join(''),
      { fill: '#fff4e4', opacity: 0.9 },
    ),
    path('M0 470H1200L1200 480H0Z', { fill: '#fff4e4', opacity: 0.85 }),
  )
  // The long shadow of the runner who holds the camera.
  d.add(
    group(
      { fill: '#2a0d12', opacity: 0.5, filter: d.blur(4) },
      ellipse(600, 372, 15, 24, {}),
      path(
        'M574 400Q600 390 626 400L652 500L640 504L622 440L628 530L664 675H620L604 560H596L576 675H530L570 530L578 440L556 504L544 500Z',
        {},
      ),
    ),
  )
  d.add(
    rect(0, 280, WIDTH, 220, {
      fill: d.linear('0 #ffd9a0 0.55, 1 #ffd9a0 0'),
      style: 'mix-blend-mode:screen',
    }),
  )
}

/** Piles of fruit on a market. */
const market: Scene = (d) => {
  const KINDS = [
    ['#f4a12c', '#a84a0c'],
    ['#d93a2a', '#6f0d10'],
    ['#9cc63f', '#3f6b14'],
    ['#f6d23c', '#a8780c'],
    ['#7a3f8a', '#2c1038'],
    ['#e8663a', '#8a2410'],
  ] as const
  d.add(full({ fill: '#2a170c' }))
  for (const [n, kind] of KINDS.entries()) {
    const left = (n % 3) * 400
    const top = Math.floor(n / 3) * 338
    const fill = d.radial(
      `0 ${mix(kind[0], '#fff', 0.55)}, 0.25 ${mix(kind[0], '#fff', 0.12)}, 0.6 ${kind[0]}, 1 ${kind[1]}`,
      [0.34, 0.28],
      0.6,
    )
    const r = n === 4 ? 27 : 44
    const fruits = pile(d, left, top, r)
    d.add(
      group(
        { 'clip-path': d.clip(rect(left + 10, top + 8, 380, 322, { rx: 6 })) },
        rect(left, top, 400, 338, { fill: kind[1] }),
        ...fruits.map(
          ({ x, y }) =>
            ellipse(x + 4, y + 7, r, r * 0.95, { fill: '#000', opacity: 0.22 }) +
            circle(x, y, r * d.random.between(0.92, 1.05), { fill }) +
            (n === 4 ? '' : circle(x + 3, y - r * 0.55, 3, { fill: '#3a3a14', opacity: 0.7 })),
        ),
      ),
    )
    d.add(
      rect(left + 4, top + 4, 392, 330, {
        fill: 'none',
        stroke: d.linear('0 #c98f54, 1 #6b4020'),
        'stroke-width': 14,
      }),
    )
  }
  d.add(
    full({
      fill: d.linear('0 #fff3d0 0.35, 0.6 #fff 0, 1 #1a0a04 0.55', [0.9, 1]),
    }),
  )
}

/** Rows of fruit, each shifted by half a fruit. */
function pile(d: Drawing, left: number, top: number, r: number): { x: number; y: number }[] {
  return range(Math.ceil(360 / (r * 1.35))).flatMap((row) =>
    range(Math.ceil(420 / (r * 1.8))).map((column) => ({
      x: left + (column + (row % 2) / 2) * r * 1.8 + d.random.between(-6, 6),
      y: top + row * r * 1.35 + d.random.between(-5, 5),
    })),
  )
}

/** Containers in a port at dusk. */
const containers: Scene = (d) => {
  d.add(
    full({
      fill: d.linear('0 #2b4260, 0.5 #c77f6a, 0.75 #f6c58c'),
    }),
    full({ filter: d.clouds('#ffe6cf', { frequency: [0.0016, 0.01] }, 0.52, 2.2), opacity: 0.4 }),
  )
  const crane = (x: number, s: number, color: string) =>
    path(
      'M0 0L20 -330L30 -330L44 0M20 -330L-150 -300L210 -330M26 -330L30 -410L210 -332M30 -410L-150 -302M4 -90H38M8 -170H34',
      { stroke: color, 'stroke-width': 7, fill: 'none', transform: `translate(${x} 560) scale(${s})` },
    )
  d.add(group({ filter: d.blur(1.4), opacity: 0.8 }, crane(300, 0.9, '#5b4a5c'), crane(1010, 1.05, '#4a3f54')))
  const COLORS = ['#b5482f', '#d98c32', '#2f6f7a', '#3f5a8a', '#7a8a3a', '#8a3a44', '#c9b48a', '#4a7a5c']
  const box = (x: number, y: number, w: number, h: number) => {
    const color = d.random.pick(COLORS)
    const ribs = d.pattern(
      13,
      h,
      rect(0, 0, 6, h, { fill: '#000', opacity: 0.2 }) + rect(6, 0, 3, h, { fill: '#fff', opacity: 0.1 }),
      `translate(${x} 0)`,
    )
    return (
      rect(x, y, w, h, {
        fill: d.linear(`0 ${mix(color, '#ffe0b0', 0.35)}, 0.4 ${color}, 1 ${mix(color, '#12060c', 0.5)}`),
      }) +
      rect(x, y, w, h, { fill: ribs }) +
      rect(x, y, w, h, { fill: 'none', stroke: '#120a0c', 'stroke-width': 3, opacity: 0.6 })
    )
  }
  for (const [column, height] of [3, 4, 2, 3, 5, 3].entries()) {
    d.add(...range(height).map((row) => box(column * 204 - 12 + (row % 2) * 4, 600 - (row + 1) * 88, 200, 86)))
  }
  d.add(
    rect(0, 600, WIDTH, 75, {
      fill: d.linear('0 #2a2226, 1 #0e0b0f'),
    }),
    rect(0, 600, WIDTH, 30, { fill: '#ffb870', opacity: 0.18, filter: d.blur(8) }),
    glow(d, 620, 330, 420, '#ffb066', 0.6),
  )
}

export const PLACES: Record<string, Scene> = { 'train-window': trainWindow, awake, quanzhou, track, market, containers }
