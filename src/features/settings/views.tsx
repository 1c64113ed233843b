import type { PropsWithChildren } from 'hono/jsx'
import type { SettingsText } from '#features/settings/text.ts'
import type { IconName } from '#web/components/icon.tsx'
import { Tabs } from '#web/components/tabs.tsx'

export type TabName = keyof SettingsText['tabs']

interface SettingsViewProps {
  text: SettingsText
  tabs: { name: TabName; icon: IconName }[]
  current: TabName
}

export function SettingsView({ text, tabs, current, children }: PropsWithChildren<SettingsViewProps>) {
  return (
    <div class="settings">
      <header class="page-head">
        <h1>{text.title}</h1>
      </header>
      <Tabs
        label={text.tabsLabel}
        items={tabs.map(({ name, icon }) => ({
          href: `/settings?tab=${name}`,
          label: text.tabs[name],
          current: name === current,
          icon,
        }))}
      />
      <div class="stack">{children}</div>
    </div>
  )
}
