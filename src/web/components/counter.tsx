import { characterCounter } from '#web/components/hooks.ts'

/**
 * How many characters a field holds; kept up to date by client/behaviors/forms/counters.ts. Screen readers get the limit from
 * the hint.
 */
export function Counter({ of, value, max }: { of: string; value: string; max: number }) {
  return (
    <span class="counter" {...characterCounter({ field: of, max })} aria-hidden="true">
      {[...value].length} / {max}
    </span>
  )
}
