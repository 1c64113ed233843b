import { lineChart } from '#client/analytics/line-chart.ts'
import { attach } from '#client/attach.ts'
import { findAll, read, where } from '#client/hooks.ts'
import { chartFigure, dayTable, dayValue } from '#features/pages/studio/hooks.ts'

export function charts(): void {
  const days = daysInTable()
  for (const chart of findAll(chartFigure)) {
    lineChart(chart, { days, values: valuesInTable(read(chartFigure, chart).series) })
  }
}

/** The charts are drawn from the visible table, so both always show the same numbers. */
function daysInTable(): string[] {
  const days = document.querySelectorAll<HTMLTimeElement>(`${dayTable.selector} time`)
  return [...days].map(({ dateTime }) => dateTime).reverse()
}

/** Oldest first for the chart; the table has the newest first. */
function valuesInTable(series: string): number[] {
  const cells = findAll(where(dayValue, { series }))
  return [...cells].map(({ textContent }) => Number(textContent)).reverse()
}

attach(charts)
