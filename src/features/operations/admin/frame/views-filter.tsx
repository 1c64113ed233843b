import type { PropsWithChildren } from 'hono/jsx'
import { adminTexts } from '#features/operations/admin/frame/text.ts'
import type { Language } from '#kernel/i18n.ts'
import { Icon } from '#web/components/icon.tsx'

interface FilterFormProps {
  action: string
  /** Where the list is unfiltered; null where it is now. */
  clears: string | null
  language: Language
}

/** A plain form: what was asked for is in the address, and works without a script. */
export function FilterForm({ action, clears, language, children }: PropsWithChildren<FilterFormProps>) {
  const text = adminTexts[language]
  return (
    <search>
      <form class="admin-filter" method="get" action={action}>
        {children}
        <div class="filter-actions">
          <button type="submit" class="button">
            <Icon name="search" />
            {text.search}
          </button>
          {clears && <a href={clears}>{text.clear}</a>}
        </div>
      </form>
    </search>
  )
}

interface FilterFieldProps {
  name: string
  label: string
  value: string | number | undefined
  type?: 'search' | 'number' | 'date'
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
        {...(type === 'number' ? { min: 1 } : { maxlength: 100 })}
      />
    </div>
  )
}

interface FilterSelectProps {
  name: string
  label: string
  value: string | undefined
  /** What it says where nothing is chosen. */
  any: string
  options: readonly (readonly [value: string, label: string])[]
}

export function FilterSelect({ name, label, value, any, options }: FilterSelectProps) {
  return (
    <div class="field">
      <label for={name}>{label}</label>
      <select class="input" id={name} name={name}>
        <option value="">{any}</option>
        {options.map(([option, name]) => (
          <option value={option} selected={option === value}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}

/** The address of a list with what is asked for in it; what is not asked for is left out. */
export function pathWith(path: string, asked: Record<string, string | number | undefined>): string {
  const entries = Object.entries(asked).filter(([, value]) => value !== undefined && value !== '')
  const query = new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))
  return query.size === 0 ? path : `${path}?${query}`
}
