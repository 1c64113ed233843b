import { adminTexts } from '#features/operations/admin/frame/text.ts'
import { Waits } from '#features/operations/admin/frame/views.tsx'
import type { Waiting } from '#features/operations/admin/frame/waiting.ts'
import { adminReportsTexts } from '#features/operations/admin/reports/text.ts'
import type { Language } from '#kernel/i18n.ts'
import { PageHead } from '#web/components/page-head.tsx'
import { Tabs } from '#web/components/tabs.tsx'

interface ReportsHeadProps {
  view: 'open' | 'closed'
  waiting: Waiting
  language: Language
}

export function ReportsHead({ view, waiting, language }: ReportsHeadProps) {
  const text = adminReportsTexts[language]
  return (
    <>
      <PageHead title={text.title} />
      <Tabs
        label={text.views}
        items={[
          {
            href: '/admin/reports',
            label: text.open,
            current: view === 'open',
            badge: <Waits count={waiting.open_reports} text={adminTexts[language]} />,
          },
          { href: '/admin/reports?view=closed', label: text.closed, current: view === 'closed' },
        ]}
      />
    </>
  )
}
