import type { Child, PropsWithChildren } from 'hono/jsx'
import type { Attributes } from '#kernel/hooks.ts'
import type { Language } from '#kernel/i18n.ts'
import type { Page } from '#kernel/paging.ts'
import { EmptyState, Icon, type IconName, LinkButton } from '#web/components/elements.tsx'
import { componentTexts } from '#web/components/text.ts'

/**
 * A heading of a column. Headings and cells of numbers are right-aligned. The cells of a row
 * heading name their rows.
 */
type Column = string | { number: string } | { rowHeading: string }

interface TableProps {
  label: string
  columns: readonly Column[]
  class?: string
  /** The id of the table body. */
  id?: string | undefined
  hooks?: Attributes
  /** Rows of plain cells. Other rows are given as children. */
  rows?: Child[][]
}

/**
 * A table that scrolls sideways on small screens. The box around it can get the focus, so that the
 * keyboard can scroll it.
 */
export function Table(props: PropsWithChildren<TableProps>) {
  const { label, columns, class: className, id, hooks, rows = [], children } = props
  return (
    <section class="table-scroll" aria-label={label} tabindex={0}>
      <table class={className ? `table ${className}` : 'table'}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th scope="col" class={isNumber(column) ? 'number' : undefined}>
                {typeof column === 'string' ? column : Object.values(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody id={id} {...hooks}>
          {rows.map((cells) => (
            <tr>
              {cells.map((cell, at) => {
                const column = columns[at] ?? ''
                if (typeof column === 'object' && 'rowHeading' in column)
                  return <th scope="row">{cell}</th>
                return <td class={isNumber(column) ? 'number' : undefined}>{cell}</td>
              })}
            </tr>
          ))}
          {children}
        </tbody>
      </table>
    </section>
  )
}

function isNumber(column: Column): boolean {
  return typeof column === 'object' && 'number' in column
}

interface Tab {
  href: string
  label: string
  current: boolean
  icon?: IconName
  /** After the label, such as the number of new items. */
  badge?: Child
}

interface TabsProps {
  label: string
  items: Tab[]
  /** A side navigation is a column on wide screens and a menu on small ones. */
  look?: 'tabs' | 'side-nav'
}

const CLASSES = {
  tabs: { nav: 'tabs', list: 'tab-list', link: 'tab' },
  'side-nav': { nav: undefined, list: 'side-nav', link: 'side-nav-link' },
}

/** Plain links: each tab is a page with a URL of its own. */
export function Tabs({ label, items, look = 'tabs' }: TabsProps) {
  const { nav, list, link } = CLASSES[look]
  const isSide = look === 'side-nav'
  return (
    <nav class={nav} aria-label={label}>
      {isSide && <SideNavButton label={label} current={items.find(({ current }) => current)} />}
      <ul class={list} {...(isSide && { id: 'side-nav', popover: 'auto' })}>
        {items.map(({ href, label, current, icon, badge }) => (
          <li>
            <a class={link} href={href} aria-current={current ? 'page' : undefined}>
              {icon && <Icon name={icon} />}
              {label}
              {badge}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/**
 * The button that opens the list of a side navigation on small screens, where the browser shows the
 * list as a popover.
 */
export function SideNavButton({
  label,
  current,
}: {
  label: string
  current: Pick<Tab, 'icon' | 'label' | 'badge'> | undefined
}) {
  return (
    <button type="button" class="button side-nav-button" popovertarget="side-nav">
      {current?.icon && <Icon name={current.icon} />}
      <span>
        <span class="visually-hidden">{label}: </span>
        {current?.label}
      </span>
      {current?.badge}
      <Icon name="chevron" />
    </button>
  )
}

/** A plain link to the next page, so that lists work without JavaScript. */
export function Pager({
  path,
  cursor,
  label,
}: {
  path: string
  cursor: string | null
  label: string
}) {
  if (cursor === null) return null
  const joint = path.includes('?') ? '&' : '?'
  return (
    <nav class="pager" aria-label={label}>
      <LinkButton
        rel="next"
        href={`${path}${joint}cursor=${encodeURIComponent(cursor)}`}
        label={label}
      />
    </nav>
  )
}

interface PagedListProps {
  page: Page<unknown>
  path: string
  /** Shown if the list is empty. */
  empty: { icon: IconName; title: string; hint: string }
  language: Language
}

/** One page of a list, with a link to the next page. */
export function PagedList({
  page,
  path,
  empty,
  language,
  children,
}: PropsWithChildren<PagedListProps>) {
  return (
    <>
      {page.items.length > 0 ? (
        children
      ) : (
        <EmptyState icon={empty.icon} title={empty.title} hint={empty.hint} />
      )}
      <Pager path={path} cursor={page.next_cursor} label={componentTexts[language].loadMore} />
    </>
  )
}
