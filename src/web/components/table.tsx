import type { PropsWithChildren } from 'hono/jsx'
import type { Attributes } from '#kernel/hooks.ts'

type Column = string | { number: string }

interface TableProps {
  label: string
  /** Column headings; headings of numbers are right-aligned. */
  columns: readonly Column[]
  class?: string
  /** Id of the table body. */
  id?: string | undefined
  hooks?: Attributes
}

/** A table that scrolls sideways on small screens. Focusable, so that the keyboard can scroll it. The children are rows. */
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
