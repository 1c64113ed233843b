import type { Child } from 'hono/jsx'
import { Icon, type IconName } from '#web/components/icon.tsx'

interface SideNavProps {
  label: string
  links: { href: string; icon: IconName; label: string; isCurrent: boolean; badge?: Child }[]
}

/** A list at the side on wide screens, a row of links on small ones. */
export function SideNav({ label, links }: SideNavProps) {
  return (
    <nav aria-label={label}>
      <ul class="side-nav">
        {links.map(({ href, icon, label, isCurrent, badge }) => (
          <li>
            <a class="side-nav-link" href={href} aria-current={isCurrent ? 'page' : undefined}>
              <Icon name={icon} />
              {label}
              {badge}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
