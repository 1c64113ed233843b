import { daysInTable, valuesInTable } from '#client/analytics/day-table.ts'
import { lineChart } from '#client/analytics/line-chart.ts'
import { findAll, read } from '#client/hooks.ts'
import { chartFigure } from '#features/pages/studio/hooks.ts'

/** Each line that came with the page becomes a chart of the days in the table. */
export function charts(): void {
  const days = daysInTable()
  for (const chart of findAll(chartFigure)) {
    lineChart(chart, { days, values: valuesInTable(read(chartFigure, chart).series) })
  }
}
