import type { Child } from 'hono/jsx'
import {
  chartDay,
  chartFigure,
  chartPlot,
  dayTable,
  dayValue,
} from '#features/pages/studio/hooks.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'
import { asset } from '#web/assets.ts'
import { compact } from '#web/components/compact.ts'
import { Icon, type IconName } from '#web/components/elements.tsx'
import { Table } from '#web/components/lists.tsx'
import { Sparkline } from '#web/components/sparkline.tsx'
import { longDate } from '#web/components/time.tsx'

/** A figure with one number per day. */
export interface DaySeries {
  name: string
  icon: IconName
  label: string
  values: readonly number[]
  /** Below the total, such as a comparison with an earlier range. */
  note?: Child
}

interface DayChartsProps {
  days: readonly string[]
  series: readonly DaySeries[]
  language: Language
}

/**
 * A chart for each series, and one table with all numbers, for screen readers and for exact
 * numbers. client/entries/analytics.ts draws charts with axes and a cursor from the table; without
 * JavaScript, each chart is a line.
 */
export function DayCharts({ days, series, language }: DayChartsProps) {
  const text = chartTexts[language]
  return (
    <>
      <link rel="stylesheet" href={asset('analytics.css')} />
      <section class="charts" aria-label={text.charts}>
        {series.map((one) => (
          <Chart series={one} language={language} />
        ))}
      </section>
      <DayTable {...{ days, series, language }} />
    </>
  )
}

function Chart({ series, language }: { series: DaySeries; language: Language }) {
  const { name, icon, label, values, note } = series
  const total = sumOf(values)
  return (
    <figure class="card chart" {...chartFigure({ series: name })}>
      <figcaption>
        <h2 class="line soft small">
          <Icon name={icon} />
          {label}
        </h2>
        <strong>{total.toLocaleString(language)}</strong>
        <p class="faint small">{note}</p>
        <p class="chart-day soft small tabular" {...chartDay()} aria-hidden="true" />
      </figcaption>
      {total > 0 && (
        <div class="chart-plot" {...chartPlot()}>
          <DayLine {...{ label, values, language }} />
        </div>
      )}
    </figure>
  )
}

/** Rendered on the server. With JavaScript, a chart replaces the line. */
export function DayLine({
  label,
  values,
  language,
}: Pick<DaySeries, 'label' | 'values'> & { language: Language }) {
  const [total = '', most = ''] = [sumOf(values), Math.max(0, ...values)].map((count) =>
    compact(count, language),
  )
  return (
    <Sparkline
      values={values}
      label={chartTexts[language].line(label, values.length, total, most)}
    />
  )
}

/** The newest day is first. */
function DayTable({ days, series, language }: DayChartsProps) {
  const text = chartTexts[language]
  const newestFirst = days.map((_, index) => days.length - 1 - index)
  return (
    <details class="day-table">
      <summary class="button">
        <Icon name="table" />
        {text.table}
      </summary>
      <Table
        label={text.charts}
        columns={[{ rowHeading: text.day }, ...series.map(({ label }) => ({ number: label }))]}
        class="by-series"
        hooks={dayTable()}
      >
        {newestFirst.map((index) => (
          <tr>
            <th scope="row">
              <time datetime={days[index]}>
                {longDate(`${days[index]}T00:00:00+08:00`, language)}
              </time>
            </th>
            {series.map(({ name, values }) => (
              <td class="number" {...dayValue({ series: name })}>
                {values[index]}
              </td>
            ))}
          </tr>
        ))}
      </Table>
    </details>
  )
}

export const sumOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0)

const chartTexts = bilingual({
  charts: ['每日数据', 'Daily figures'],
  table: ['以表格查看每日数据', 'Show as a table'],
  day: ['日期', 'Day'],
  line: [
    (name: string, days: number, total: string, most: string) =>
      `${name}，最近 ${days} 天：共 ${total}，单日最高 ${most}。`,
    (name: string, days: number, total: string, most: string) =>
      `${name} in the last ${days} days: ${total} in total, ${most} on the best day.`,
  ],
})
