import type { Child } from 'hono/jsx'
import { Icon, type IconName } from '#web/components/icon.tsx'

interface Tab {
  href: string
  label: string
  current: boolean
  icon?: IconName
  /** A number after the label: new items. */
  badge?: Child
}

interface TabsProps {
  label: string
  items: Tab[]
  /** A side navigation is a column on wide screens and a row of links on small ones. */
  look?: 'tabs' | 'side-nav'
}

const CLASSES = {
  tabs: { nav: 'tabs', list: 'tab-list', link: 'tab' },
  'side-nav': { nav: undefined, list: 'side-nav', link: 'side-nav-link' },
}

/** Plain links: each tab is a page with its own URL. */
export function Tabs({ label, items, look = 'tabs' }: TabsProps) {
  const { nav, list, link } = CLASSES[look]
  return (
    <nav class={nav} aria-label={label}>
      <ul class={list}>
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
