import type { PropsWithChildren } from 'hono/jsx'

/** A table that scrolls sideways on small screens; focusable, so that the keyboard can scroll it too. */
export function Table({ label, children }: PropsWithChildren<{ label: string }>) {
  return (
    <section class="table-scroll" aria-label={label} tabindex={0}>
      <table class="table">{children}</table>
    </section>
  )
}
