import { lineChart } from '#client/analytics/line-chart.ts'
import { attach } from '#client/attach.ts'
import { findAll, read, where } from '#client/hooks.ts'
import { chartFigure, dayTable, dayValue } from '#features/pages/studio/hooks.ts'

export function charts(): void {
  // The charts are drawn from the visible table, newest first, so both always show the same
  // numbers.
  const times = document.querySelectorAll<HTMLTimeElement>(`${dayTable.selector} time`)
  const days = [...times].map(({ dateTime }) => dateTime).reverse()
  for (const chart of findAll(chartFigure)) {
    const cells = findAll(where(dayValue, { series: read(chartFigure, chart).series }))
    lineChart(chart, days, [...cells].map(({ textContent }) => Number(textContent)).reverse())
  }
}

attach(charts)
