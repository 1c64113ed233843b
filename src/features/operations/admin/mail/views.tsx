import type { OutboxRow } from '#db/schema/core.ts'
import { adminTexts } from '#features/operations/admin/frame/text.ts'
import { AdminList, AdminRow, RowAction } from '#features/operations/admin/frame/views-list.tsx'
import type { MailItem } from '#features/operations/admin/mail/list.ts'
import { adminMailTexts } from '#features/operations/admin/mail/text.ts'
import type { Language } from '#kernel/i18n.ts'
import type { Page } from '#kernel/paging.ts'
import { Badge, Notice, PageHead } from '#web/components/elements.tsx'
import { ApiButton } from '#web/components/form.tsx'
import { Time } from '#web/components/time.tsx'

interface MailViewProps {
  mails: Page<MailItem>
  hasService: boolean
  language: Language
}

export function MailView({ mails, hasService, language }: MailViewProps) {
  const text = adminMailTexts[language]
  const test = { api: 'POST /api/admin/mail/test', after: 'reload', toast: text.tested } as const
  return (
    <>
      <PageHead title={adminTexts[language].nav.mail} lead={text.lead} />
      {!hasService && <Notice tone="warm">{text.noService}</Notice>}
      <ApiButton {...test} class="list-actions" button="button">
        {text.test}
      </ApiButton>
      <AdminList
        page={mails}
        path="/admin/mail"
        empty={{ icon: 'at', title: text.none, hint: text.noneHint }}
        row={(mail) => <MailRow mail={mail} language={language} />}
        language={language}
      />
    </>
  )
}

const TONES: Partial<Record<OutboxRow['status'], 'good' | 'danger' | 'info'>> = {
  sent: 'good',
  failed: 'danger',
  waiting: 'info',
}

function MailRow({ mail, language }: { mail: MailItem; language: Language }) {
  const text = adminMailTexts[language]
  const { id, address, subject, status, attempts, problem, created_at, link } = mail
  const retry = { api: `POST /api/admin/mail/${id}/retry`, toast: text.retried, label: text.retry } as const
  return (
    <AdminRow
      title={
        <>
          {subject} <Badge tone={TONES[status]}>{text.statuses[status]}</Badge>
        </>
      }
      actions={mail.text && status !== 'waiting' && <RowAction {...retry} name={text.retryOf(subject)} kind="quiet" />}
      quote={problem}
      details={
        mail.text && (
          <details class="mail-text">
            <summary>{text.read}</summary>
            <pre>{mail.text}</pre>
          </details>
        )
      }
    >
      <a href={`/admin/users/${mail.user_id}`}>{address}</a>
      <Time value={created_at} language={language} />
      {attempts > 0 && <span>{text.attempts(attempts)}</span>}
      {link && <a href={link}>{text.open}</a>}
    </AdminRow>
  )
}
