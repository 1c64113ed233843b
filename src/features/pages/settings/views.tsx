import type { PropsWithChildren } from 'hono/jsx'
import type { SettingsText } from '#features/pages/settings/text.ts'
import { asset } from '#web/assets.ts'
import { type IconName, PageHead } from '#web/components/elements.tsx'
import { Tabs } from '#web/components/lists.tsx'

export type TabName = keyof SettingsText['tabs']

interface SettingsViewProps {
  text: SettingsText
  tabs: { name: TabName; icon: IconName }[]
  current: TabName
}

/** The frame of all settings tabs: a side list on wide screens, a menu on small screens. */
export function SettingsView({ text, tabs, current, children }: PropsWithChildren<SettingsViewProps>) {
  return (
    <div class="with-side-nav settings">
      {/* Only this page needs these rules. */}
      <link rel="stylesheet" href={asset('settings.css')} />
      <PageHead title={text.title} />
      <Tabs
        look="side-nav"
        label={text.tabsLabel}
        items={tabs.map(({ name, icon }) => ({
          href: `/settings?tab=${name}`,
          icon,
          label: text.tabs[name],
          current: name === current,
        }))}
      />
      <div class="stack">{children}</div>
    </div>
  )
}
