/** How many characters a field holds; kept up by client/behaviors/counters.ts. The hint says the limit to those who listen. */
export function Counter({ of, value, max }: { of: string; value: string; max: number }) {
  return (
    <span class="counter" data-counter-of={of} data-max={String(max)} aria-hidden="true">
      {[...value].length} / {max}
    </span>
  )
}
