import { read, write } from '#client/hooks.ts'
import { pageLanguage } from '#client/text.ts'
import { shortCount } from '#web/components/hooks.ts'

/** Formats a number as the server does: 1,234 as 1.2K, or from ten thousand on as 1.2万. */
export function showCount(element: HTMLElement | null, count: number): void {
  if (!element) return
  write(shortCount, element, { count })
  element.textContent = compact(count)
}

export function countIn(element: HTMLElement | null): number {
  return element ? read(shortCount, element).count : 0
}

export function compact(value: number): string {
  return new Intl.NumberFormat(pageLanguage(), {
    notation: 'compact',
    maximumFractionDigits: 1,
  }).format(value)
}
