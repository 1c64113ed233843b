import type { Child, PropsWithChildren } from 'hono/jsx'
import { selectAll, selectBox } from '#features/operations/admin/frame/hooks.ts'
import { batchTexts } from '#features/operations/admin/frame/text.ts'
import type { Attributes } from '#kernel/hooks.ts'
import type { Language } from '#kernel/i18n.ts'
import { PagedList } from '#web/components/pager.tsx'

type AdminListProps = Parameters<typeof PagedList>[0] & {
  /** Whether a batch can include the rows. */
  selectable?: boolean
}

/** One page of `AdminRow`s. */
export function AdminList({ selectable = false, children, ...list }: PropsWithChildren<AdminListProps>) {
  return (
    <PagedList {...list}>
      {selectable && (
        <label class="select-all needs-script">
          <input type="checkbox" class="select-box" {...selectAll()} />
          {batchTexts[list.language].selectAll}
        </label>
      )}
      <ul class="admin-list" id="admin-list">
        {children}
      </ul>
    </PagedList>
  )
}

interface AdminRowProps {
  /** Shows a checkbox; client/admin/batch.ts counts the checked ones. */
  select?: { id: number; name: string; language: Language } | false
  avatar?: Child
  title?: Child
  /** Level of the title. */
  heading?: 'h2' | 'h3'
  /** Below the facts, such as the reason for a decision. */
  quote?: string | null | false
  details?: Child
  actions?: Child
  class?: string
  hooks?: Attributes
}

/** A row of an admin list. The children are short facts in one line. */
export function AdminRow(props: PropsWithChildren<AdminRowProps>) {
  const { select, avatar, title, heading: Heading = 'h2', quote, details, actions } = props
  return (
    <li class={props.class ? `admin-row ${props.class}` : 'admin-row'} {...props.hooks}>
      {select && (
        <input
          type="checkbox"
          class="select-box needs-script"
          value={String(select.id)}
          aria-label={batchTexts[select.language].select(select.name)}
          {...selectBox()}
        />
      )}
      {avatar}
      <div class="admin-row-text">
        {title && <Heading>{title}</Heading>}
        <p class="admin-row-facts">{props.children}</p>
        {quote && <q>{quote}</q>}
        {details}
      </div>
      {actions && <div class="admin-row-actions needs-script">{actions}</div>}
    </li>
  )
}
