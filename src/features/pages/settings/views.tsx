import type { PropsWithChildren } from 'hono/jsx'
import type { SettingsText } from '#features/pages/settings/text.ts'
import { asset } from '#web/assets.ts'
import { Icon, type IconName } from '#web/components/icon.tsx'
import { PageHead } from '#web/components/page-head.tsx'

export type TabName = keyof SettingsText['tabs']

interface SettingsViewProps {
  text: SettingsText
  tabs: { name: TabName; icon: IconName }[]
  current: TabName
}

/** The settings around each of their tabs: a list at the side on wide screens, a row of links on small ones. */
export function SettingsView({ text, tabs, current, children }: PropsWithChildren<SettingsViewProps>) {
  return (
    <div class="with-side-nav settings">
      {/* No other page needs these rules, so no other page loads them. */}
      <link rel="stylesheet" href={asset('settings.css')} />
      <PageHead title={text.title} />
      <nav aria-label={text.tabsLabel}>
        <ul class="side-nav">
          {tabs.map(({ name, icon }) => (
            <li>
              <a
                class="side-nav-link"
                href={`/settings?tab=${name}`}
                aria-current={name === current ? 'page' : undefined}
              >
                <Icon name={icon} />
                {text.tabs[name]}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div class="stack">{children}</div>
    </div>
  )
}
