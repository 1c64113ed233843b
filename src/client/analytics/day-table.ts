import { findAll, where } from '#client/hooks.ts'
import { dayTable, dayValue } from '#features/pages/studio/hooks.ts'
/** The charts are drawn from the table that everybody can read: the two cannot tell different stories. */
export function daysInTable(): string[] {
  const days = document.querySelectorAll<HTMLTimeElement>(`${dayTable.selector} time`)
  return [...days].map(({ dateTime }) => dateTime).reverse()
}

/** Oldest first, as a chart is read; the table has the newest on top. */
export function valuesInTable(series: string): number[] {
  const cells = findAll(where(dayValue, { series }))
  return [...cells].map(({ textContent }) => Number(textContent)).reverse()
}
