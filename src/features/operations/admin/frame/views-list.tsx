import type { Child, PropsWithChildren } from 'hono/jsx'
import type { User } from '#db/schema/core.ts'
import { selectAll, selectBox } from '#features/operations/admin/frame/hooks.ts'
import { adminTexts, batchTexts } from '#features/operations/admin/frame/text.ts'
import { BatchBar } from '#features/operations/admin/frame/views-dialogs.tsx'
import type { Attributes } from '#kernel/hooks.ts'
import type { Language } from '#kernel/i18n.ts'
import type { Page } from '#kernel/paging.ts'
import { QUERY_MAX } from '#kernel/sizes.ts'
import { Button, LinkButton } from '#web/components/elements.tsx'
import { SelectField } from '#web/components/fields.tsx'
import { ApiButton, CopyButton } from '#web/components/form.tsx'
import { PagedList } from '#web/components/lists.tsx'

interface AdminListProps<Item> extends FilterFormProps {
  page: Page<Item>
  empty: Parameters<typeof PagedList>[0]['empty']
  row: (item: Item) => Child
  /** The actions that a batch can apply to the selected rows. The rows then have `select`. */
  batch?: Omit<Parameters<typeof BatchBar>[0], 'language'>
}

/** One page of `AdminRow`s, with its filters and its batch actions. */
export function AdminList<Item>({ page, empty, row, batch, ...filter }: AdminListProps<Item>) {
  const { path, asked, language } = filter
  return (
    <>
      {filter.filters && <FilterForm {...filter} />}
      <PagedList path={pathWith(path, asked)} {...{ page, empty, language }}>
        {batch && (
          <label class="select-all line soft small needs-script">
            <input type="checkbox" class="select-box" {...selectAll()} />
            {batchTexts[language].selectAll}
          </label>
        )}
        <ul class="admin-list box hairlines" id="admin-list">
          {page.items.map(row)}
        </ul>
      </PagedList>
      {batch && <BatchBar {...batch} language={language} />}
    </>
  )
}

interface AdminRowProps {
  /** Shows a checkbox; client/admin/batch.ts counts the checked ones. */
  select?: { id: number; name: string; language: Language } | false
  avatar?: Child
  title?: Child
  badge?: Child
  /** The level of the title. */
  heading?: 'h2' | 'h3'
  quote?: string | null | false
  /** Below the facts, such as the reason for a decision. */
  details?: Child
  actions?: Child
  class?: string
  hooks?: Attributes
}

/** A row of an admin list. The children are short facts in one line. */
export function AdminRow(props: PropsWithChildren<AdminRowProps>) {
  const { select, avatar, title, badge, heading: Heading = 'h2', quote, details, actions } = props
  return (
    <li class={props.class ? `admin-row row ${props.class}` : 'admin-row row'} {...props.hooks}>
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
        {title && (
          <Heading class="row">
            {title}
            {badge && <> {badge}</>}
          </Heading>
        )}
        <p class="admin-row-facts row faint small">{props.children}</p>
        {quote && <q>{quote}</q>}
        {details}
      </div>
      {actions && <div class="admin-row-actions row needs-script">{actions}</div>}
    </li>
  )
}

type RowActionProps = Pick<Parameters<typeof ApiButton>[0], 'api' | 'toast' | 'confirm'> & {
  label: Child
  /** The accessible name: the action and the row. */
  name: string
  kind: string
}

export function RowAction({ label, name, kind, ...call }: RowActionProps) {
  return (
    <ApiButton
      {...call}
      after="reload"
      class="row-form"
      button={`button small ${kind}`}
      label={name}
    >
      {label}
    </ApiButton>
  )
}

interface EditAndRemoveProps {
  name: string
  edit: string
  api: `DELETE /api/admin/${string}`
  consequence: string
  language: Language
}

export function EditAndRemove({ name, edit, api, consequence, language }: EditAndRemoveProps) {
  const text = adminTexts[language]
  return (
    <>
      <LinkButton href={edit} kind="small" label={text.edit} aria-label={text.editOf(name)} />
      <ApiButton
        api={api}
        after="reload"
        toast={text.removed}
        confirm={{ title: text.removeTitle(name), body: consequence, button: text.remove }}
        button="button small danger"
        label={text.removeOf(name)}
      >
        {text.remove}
      </ApiButton>
    </>
  )
}

export function CopyLine({
  label,
  value,
  language,
}: {
  label: string
  value: string
  language: Language
}) {
  return (
    <p class="to-copy">
      <span>{label}</span>
      <code>{value}</code>
      <CopyButton
        {...{ value, language }}
        kind="small quiet"
        name={adminTexts[language].copyOf(label)}
      />
    </p>
  )
}

interface Filter {
  name: string
  label: string
  type?: 'date'
  options?: readonly (readonly [value: string, label: string])[]
  any?: string
  /**
   * Set by a link, not by a control: the form sends the value again as a hidden field and shows the
   * label as a note.
   */
  isFixed?: true
}

interface FilterFormProps {
  /** The path of the unfiltered list. It may have a query, such as `?view=all`. */
  path: string
  /** The filter values of the request. */
  asked?: Record<string, string | number | undefined>
  filters?: readonly Filter[]
  language: Language
}

/** A GET form: the filter is in the URL and works without JavaScript. */
export function FilterForm({ path, asked = {}, filters = [], language }: FilterFormProps) {
  const text = adminTexts[language]
  const [action = path, fixed = ''] = path.split('?')
  const isFiltered = Object.values(asked).some((value) => value !== undefined)
  const hidden = filters.filter(({ name, isFixed }) => isFixed && asked[name] !== undefined)
  return (
    <search>
      <form class="admin-filter row loose" method="get" action={action}>
        {[
          ...new URLSearchParams(fixed),
          ...hidden.map(({ name }) => [name, asked[name]] as const),
        ].map(([name, value]) => (
          <input type="hidden" name={name} value={String(value)} />
        ))}
        {filters.map(
          (filter) => !filter.isFixed && <FilterField {...filter} value={asked[filter.name]} />,
        )}
        {hidden.map(({ label }) => (
          <p class="filtered-by soft small">{label}</p>
        ))}
        <div class="filter-actions line loose">
          <Button type="submit" icon="search" label={text.search} />
          {isFiltered && <a href={path}>{text.clear}</a>}
        </div>
      </form>
    </search>
  )
}

export function FilterField({
  options,
  any = '',
  ...field
}: Filter & { value?: string | number | undefined }) {
  const { name, label, value = '', type = 'search' } = field
  if (options)
    return (
      <SelectField {...{ name, label }} value={String(value)} options={[['', any], ...options]} />
    )
  return (
    <div class={type === 'search' ? 'field broad' : 'field'}>
      <label for={name}>{label}</label>
      <input
        class="input"
        id={name}
        type={type}
        name={name}
        value={String(value)}
        {...(type === 'search' && { maxlength: QUERY_MAX })}
      />
    </div>
  )
}

export function personFilters(language: Language, offered: readonly User['status'][]): Filter[] {
  const { role, anyRole, roles, status, anyStatus, statuses } = adminTexts[language]
  return [
    { name: 'role', label: role, any: anyRole, options: Object.entries(roles) },
    {
      name: 'status',
      label: status,
      any: anyStatus,
      options: offered.map((name) => [name, statuses[name]]),
    },
  ]
}

/** The URL of a list with its filters. Empty filters are left out. */
export function pathWith(
  path: string,
  asked: Record<string, string | number | undefined> = {},
): string {
  const entries = Object.entries(asked).filter(([, value]) => value !== undefined && value !== '')
  const query = String(new URLSearchParams(entries.map(([name, value]) => [name, String(value)])))
  if (query === '') return path
  return `${path}${path.includes('?') ? '&' : '?'}${query}`
}
