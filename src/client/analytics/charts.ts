import { daysInTable, valuesInTable } from '#client/analytics/day-table.ts'
import { lineChart } from '#client/analytics/line-chart.ts'

/** Each line that came with the page becomes a chart of the days in the table. */
export function charts(): void {
  const days = daysInTable()
  for (const chart of document.querySelectorAll<HTMLElement>('[data-chart]')) {
    const { chart: series = '' } = chart.dataset
    lineChart(chart, { days, values: valuesInTable(series) })
  }
}
