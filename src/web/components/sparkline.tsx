import { Drawing } from '#web/components/drawing.tsx'

const WIDTH = 240
const HEIGHT = 48
const MARGIN = 4

/** A small line chart without axes, rendered on the server. The numbers are shown beside it. */
export function Sparkline({ values, label }: { values: readonly number[]; label: string }) {
  const points = pointsOf(values)
  const [x, y] = points.at(-1) ?? [0, 0]
  const line = points.map((point) => point.join(',')).join(' ')
  return (
    <Drawing class="sparkline" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} label={label}>
      <polygon points={`${MARGIN},${HEIGHT} ${line} ${WIDTH - MARGIN},${HEIGHT}`} />
      <polyline points={line} />
      <circle cx={x} cy={y} r="3" />
    </Drawing>
  )
}

function pointsOf(values: readonly number[]): [number, number][] {
  const low = Math.min(...values)
  const span = Math.max(...values) - low || 1
  const step = (WIDTH - 2 * MARGIN) / Math.max(values.length - 1, 1)
  return values.map((value, index) => [
    Math.round(MARGIN + index * step),
    Math.round(HEIGHT - MARGIN - ((value - low) / span) * (HEIGHT - 2 * MARGIN)),
  ])
}
