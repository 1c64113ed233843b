import { type Drawing, ellipse, full, path, range, rect, WIDTH } from '../drawing.ts'
import { mix } from './landscape.ts'

/** Planks of wood, seen from above, with light from the upper left. */
export function wood(d: Drawing, color: string): void {
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
export function linen(d: Drawing, color: string): void {
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

export const shadow = (d: Drawing, x: number, y: number, r: number, flat = 1) =>
  ellipse(x + r * 0.14, y + r * 0.16, r * 1.02, r * 1.02 * flat, {
    fill: '#1a0a04',
    opacity: 0.5,
    filter: d.blur(r * 0.08),
  })
