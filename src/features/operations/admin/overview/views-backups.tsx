import type { BackupFigures } from '#features/operations/admin/overview/backups.ts'
import type { AdminOverviewText } from '#features/operations/admin/overview/text.ts'
import { Figure } from '#features/operations/admin/overview/views-figure.tsx'
import type { Language } from '#kernel/i18n.ts'
import { Card } from '#web/components/card.tsx'
import { Notice } from '#web/components/notice.tsx'
import { Time } from '#web/components/time.tsx'

interface BackupsCardProps {
  backups: BackupFigures
  text: AdminOverviewText
  language: Language
}

export function BackupsCard({ backups, text, language }: BackupsCardProps) {
  const { alarm, last_at, rows, images, kept, reason } = backups
  const count = (value: number) => value.toLocaleString(language)
  return (
    <Card heading="backups" title={text.backups.title} lead={text.backups.lead}>
      {alarm && (
        <Notice tone={alarm === 'off' ? 'warm' : 'danger'}>
          <p>
            {text.backups.alarms[alarm]} {alarm === 'failed' && <span lang="en">{reason}</span>}
          </p>
          {alarm !== 'off' && <p>{text.backups.runbook}</p>}
        </Notice>
      )}
      {last_at === null && <p class="soft">{text.backups.never}</p>}
      {last_at !== null && alarm === null && (
        <Notice tone="good">
          <p>{text.backups.good}</p>
        </Notice>
      )}
      {last_at !== null && (
        <dl class="totals">
          <div>
            <dt>{text.backups.last}</dt>
            <dd>
              <Time value={last_at} language={language} />
            </dd>
          </div>
          <Figure label={text.backups.rows} value={count(rows)} />
          <Figure label={text.backups.images} value={count(images)} />
          <Figure label={text.backups.kept} value={count(kept)} />
        </dl>
      )}
    </Card>
  )
}
