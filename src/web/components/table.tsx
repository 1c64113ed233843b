import type { PropsWithChildren } from 'hono/jsx'
import type { Attributes } from '#kernel/hooks.ts'

type Column = string | { number: string }

interface TableProps {
  label: string
  /** Headings; those of numbers are aligned to the right. */
  columns: readonly Column[]
  class?: string
  /** Of the body. */
  id?: string | undefined
  hooks?: Attributes
}

/** A table that scrolls sideways on small screens; focusable, so that the keyboard can scroll it too. The children are rows. */
export function Table({ label, columns, class: className, id, hooks, children }: PropsWithChildren<TableProps>) {
  return (
    <section class="table-scroll" aria-label={label} tabindex={0}>
      <table class={className ? `table ${className}` : 'table'}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th scope="col" class={typeof column === 'string' ? undefined : 'number'}>
                {typeof column === 'string' ? column : column.number}
              </th>
            ))}
          </tr>
        </thead>
        <tbody id={id} {...hooks}>
          {children}
        </tbody>
      </table>
    </section>
  )
}
