import uPlot from 'uplot'
import { countMarks, dayMarks } from '#client/analytics/marks.ts'
import { find } from '#client/hooks.ts'
import { pageLanguage } from '#client/text.ts'
import { chartDay, chartPlot } from '#features/pages/studio/hooks.ts'
import { chosenTheme } from '#web/components/hooks.ts'

const HEIGHT = 180
const FONT = '12px system-ui, sans-serif'

/**
 * Replaces the line that the server has drawn with a chart with axes. `days` are oldest first. All
 * charts of a page share one cursor.
 */
export function lineChart(
  figure: HTMLElement,
  days: readonly string[],
  values: readonly number[],
): void {
  const place = find(chartPlot, figure)
  const said = find(chartDay, figure)
  const label = place?.querySelector('svg')?.getAttribute('aria-label')
  if (!place || !said || !label) return
  const say = (index: number | null | undefined) => {
    const day = days[index ?? -1]
    said.textContent =
      day === undefined
        ? ''
        : `${longDay(day)} · ${values[index ?? -1]?.toLocaleString(pageLanguage())}`
  }
  const options = optionsFor(place, days, say)
  place.replaceChildren()
  const plot = new uPlot(options, [days.map((_, index) => index), [...values]], place)
  plot.root.setAttribute('role', 'img')
  plot.root.setAttribute('aria-label', label)
  new ResizeObserver(() => plot.setSize({ width: place.clientWidth, height: HEIGHT })).observe(
    place,
  )
  onThemeChange(() => plot.redraw(false, true))
}

function optionsFor(
  place: HTMLElement,
  days: readonly string[],
  say: (index: number | null | undefined) => void,
) {
  const axis: uPlot.Axis = {
    font: FONT,
    stroke: () => colourOf(place, '--ink-faint'),
    ticks: { show: false },
  }
  const grid: uPlot.Axis.Grid = { stroke: () => colourOf(place, '--line'), width: 1 }
  const asDays = (_plot: uPlot, marks: number[]) => marks.map((mark) => shortDay(days[mark]))
  const asCounts = (_plot: uPlot, marks: number[]) => marks.map(compact)
  return {
    width: place.clientWidth,
    height: HEIGHT,
    // Room for the right half of the last label.
    padding: [12, 20, 0, 0],
    legend: { show: false },
    // The x axis counts days, not time, so that readers in every time zone see the same days.
    scales: {
      x: { time: false },
      y: { range: (_plot, _low, high) => [0, countMarks(high).at(-1) ?? 0] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 24,
        gap: 6,
        splits: ({ width }) => dayMarks(days.length, width),
        values: asDays,
      },
      {
        ...axis,
        grid,
        size: 36,
        splits: (_plot, _axis, _low, high) => countMarks(high),
        values: asCounts,
      },
    ],
    series: [
      {},
      {
        stroke: () => colourOf(place, '--accent'),
        fill: () => colourOf(place, '--accent-soft'),
        width: 2,
        points: { show: days.length <= 7, size: 7, fill: () => colourOf(place, '--surface') },
      },
    ],
    cursor: {
      y: false,
      drag: { x: false, y: false },
      sync: { key: 'days' },
      points: {
        size: 9,
        fill: () => colourOf(place, '--accent'),
        stroke: () => colourOf(place, '--surface'),
      },
    },
    hooks: { setCursor: [({ cursor }) => say(cursor.idx)] },
  } satisfies uPlot.Options
}

const dayFormat = (style: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(pageLanguage(), { ...style, timeZone: 'UTC' })
const short = dayFormat({ month: 'numeric', day: 'numeric' })
const long = dayFormat({ month: 'long', day: 'numeric', weekday: 'short' })
const counts = new Intl.NumberFormat(pageLanguage(), { notation: 'compact' })

const shortDay = (day: string | undefined) => (day === undefined ? '' : short.format(new Date(day)))
const longDay = (day: string) => long.format(new Date(day))
const compact = (count: number) => counts.format(count)

/** The present value of a CSS variable. A canvas supports neither variables nor themes. */
function colourOf(place: HTMLElement, name: `--${string}`): string {
  const probe = document.createElement('span')
  probe.style.color = `var(${name})`
  place.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

/** The theme changes by the switch of the site or by the system setting. */
function onThemeChange(redraw: () => void): void {
  new MutationObserver(redraw).observe(document.documentElement, {
    attributeFilter: [chosenTheme.mark],
  })
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw)
}
