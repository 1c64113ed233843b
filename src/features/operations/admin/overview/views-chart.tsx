import { html } from 'hono/html'
import type { SiteDay } from '#db/schema/core.ts'
import type { AdminOverviewText } from '#features/operations/admin/overview/text.ts'
import type { Language } from '#kernel/i18n.ts'
import { compact } from '#web/components/compact.ts'
import { Drawing } from '#web/components/drawing.tsx'
import { Table } from '#web/components/lists.tsx'

export type Series = Exclude<keyof SiteDay, 'day'>
export const SERIES: readonly Series[] = ['users', 'posts', 'comments', 'check_ins']

const HEIGHT = 56
const STEP = 8
const BAR = 6

interface ChartProps {
  activity: SiteDay[]
  series: Series
  text: AdminOverviewText
  language: Language
}

/** Server-rendered bar chart, one bar per day. The label summarises it for screen readers; a table has the values. */
export function Chart({ activity, series, text, language }: ChartProps) {
  const values = activity.map((day) => day[series])
  const sum = values.reduce((total, value) => total + value, 0)
  const today = values.at(-1) ?? 0
  const highest = Math.max(...values, 1)
  const name = text.series[series]
  return (
    <div class="chart">
      <h3>{name}</h3>
      <p>{text.sum(compact(sum, language), compact(today, language))}</p>
      <Drawing viewBox={`0 0 ${activity.length * STEP} ${HEIGHT}`} isPulled label={text.chart(name, sum, today)}>
        {activity.map(({ day, [series]: value }, index) => {
          const height = value === 0 ? 1 : Math.max(3, Math.round((value / highest) * (HEIGHT - 2)))
          return (
            <rect
              class={value === 0 ? 'nothing' : undefined}
              x={index * STEP + 1}
              y={HEIGHT - height}
              width={BAR}
              height={height}
              rx="1.5"
            >
              {html`<title>${day}: ${value}</title>`}
            </rect>
          )
        })}
      </Drawing>
    </div>
  )
}

export function ChartTable({ activity, text }: { activity: SiteDay[]; text: AdminOverviewText }) {
  return (
    <details class="chart-table">
      <summary>{text.asTable}</summary>
      <Table label={text.asTable} columns={[text.day, ...SERIES.map((series) => ({ number: text.series[series] }))]}>
        {activity.toReversed().map((day) => (
          <tr>
            <th scope="row">{day.day}</th>
            {SERIES.map((series) => (
              <td class="number">{day[series]}</td>
            ))}
          </tr>
        ))}
      </Table>
    </details>
  )
}
