import type { Child } from 'hono/jsx'
import { Icon, type IconName } from '#web/components/icon.tsx'

interface Tab {
  href: string
  label: string
  current: boolean
  icon?: IconName
  /** A number after the label: how many are new. */
  badge?: Child
}

/** Plain links: each tab is a page of its own with an address of its own. */
export function Tabs({ label, items }: { label: string; items: Tab[] }) {
  return (
    <nav class="tabs" aria-label={label}>
      <ul class="tab-list">
        {items.map(({ href, label, current, icon, badge }) => (
          <li>
            <a class="tab" href={href} aria-current={current ? 'page' : undefined}>
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
