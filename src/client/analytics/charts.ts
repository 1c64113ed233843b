import { lineChart } from '#client/analytics/line-chart.ts'
import { findAll, read, where } from '#client/hooks.ts'
import { chartFigure, dayTable, dayValue } from '#features/pages/studio/hooks.ts'

export function charts(): void {
  const days = daysInTable()
  for (const chart of findAll(chartFigure)) {
    lineChart(chart, { days, values: valuesInTable(read(chartFigure, chart).series) })
  }
}

/** The charts are drawn from the table that everybody can read: the two cannot tell different stories. */
function daysInTable(): string[] {
  const days = document.querySelectorAll<HTMLTimeElement>(`${dayTable.selector} time`)
  return [...days].map(({ dateTime }) => dateTime).reverse()
}

/** Oldest first, as a chart is read; the table has the newest on top. */
function valuesInTable(series: string): number[] {
  const cells = findAll(where(dayValue, { series }))
  return [...cells].map(({ textContent }) => Number(textContent)).reverse()
}
