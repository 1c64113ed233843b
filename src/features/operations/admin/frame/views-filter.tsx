import type { PropsWithChildren } from 'hono/jsx'
import { adminTexts } from '#features/operations/admin/frame/text.ts'
import type { Language } from '#kernel/i18n.ts'
import { QUERY_MAX } from '#kernel/sizes.ts'
import { Button } from '#web/components/button.tsx'
import { SelectField } from '#web/components/field.tsx'

interface FilterFormProps {
  action: string
  asked: object
  /** The path of the unfiltered list. */
  clears?: string
  language: Language
}

/** A GET form: the filter is in the URL and works without JavaScript. */
export function FilterForm({ action, asked, clears = action, language, children }: PropsWithChildren<FilterFormProps>) {
  const text = adminTexts[language]
  const isFiltered = Object.values(asked).some((value) => value !== undefined)
  return (
    <search>
      <form class="admin-filter" method="get" action={action}>
        {children}
        <div class="filter-actions">
          <Button type="submit" icon="search" label={text.search} />
          {isFiltered && <a href={clears}>{text.clear}</a>}
        </div>
      </form>
    </search>
  )
}

interface FilterFieldProps {
  name: string
  label: string
  value: string | undefined
  type?: 'search' | 'date'
}

export function FilterField({ name, label, value = '', type = 'search' }: FilterFieldProps) {
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

type FilterSelectProps = Parameters<typeof SelectField>[0] & {
  /** The label of the empty option. */
  any: string
}

export function FilterSelect({ any, options, ...field }: FilterSelectProps) {
  return <SelectField {...field} options={[['', any], ...options]} />
}

/** The URL of a list with its filters. Empty filters are left out. */
export function pathWith(path: string, asked: Record<string, string | number | undefined>): string {
  const entries = Object.entries(asked).filter(([, value]) => value !== undefined && value !== '')
  const query = new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))
  return query.size === 0 ? path : `${path}?${query}`
}
