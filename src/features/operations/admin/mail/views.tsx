import type { OutboxRow } from '#db/schema/mail.ts'
import { shellTexts } from '#features/core/shell/text.ts'
import type { MailItem } from '#features/operations/admin/mail/list.ts'
import { type AdminMailText, adminMailTexts } from '#features/operations/admin/mail/text.ts'
import type { Language } from '#kernel/i18n.ts'
import type { Page } from '#kernel/paging.ts'
import { ApiForm } from '#web/components/api-form.tsx'
import { Badge } from '#web/components/badge.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { Notice } from '#web/components/notice.tsx'
import { Pager } from '#web/components/pager.tsx'
import { Time } from '#web/components/time.tsx'

interface MailViewProps {
  mails: Page<MailItem>
  hasService: boolean
  language: Language
}

export function MailView({ mails, hasService, language }: MailViewProps) {
  const text = adminMailTexts[language]
  return (
    <>
      <header class="page-head">
        <h1>{text.title}</h1>
        <p>{text.lead}</p>
      </header>
      {!hasService && <Notice tone="warm">{text.noService}</Notice>}
      <ApiForm api="POST /api/admin/mail/test" after="reload" toast={text.tested} class="list-actions needs-script">
        <button type="submit" class="button">
          {text.test}
        </button>
      </ApiForm>
      {mails.items.length === 0 ? (
        <EmptyState icon="at" title={text.none}>
          {text.noneHint}
        </EmptyState>
      ) : (
        <ol class="admin-list" id="admin-list">
          {mails.items.map((mail) => (
            <MailRow {...{ mail, text, language }} />
          ))}
        </ol>
      )}
      <Pager path="/admin/mail" cursor={mails.next_cursor} label={shellTexts[language].loadMore} />
    </>
  )
}

const TONES: Partial<Record<OutboxRow['status'], 'good' | 'danger' | 'info'>> = {
  sent: 'good',
  failed: 'danger',
  waiting: 'info',
}

interface MailRowProps {
  mail: MailItem
  text: AdminMailText
  language: Language
}

function MailRow({ mail, text, language }: MailRowProps) {
  const { id, address, subject, status, attempts, problem, created_at, link } = mail
  return (
    <li class="admin-row">
      <div class="admin-row-text">
        <h2>
          {subject} <Badge tone={TONES[status]}>{text.statuses[status]}</Badge>
        </h2>
        <p class="admin-row-facts">
          <a href={`/admin/users/${mail.user_id}`}>{address}</a>
          <Time value={created_at} language={language} />
          {attempts > 0 && <span>{text.attempts(attempts)}</span>}
          {link && <a href={link}>{text.open}</a>}
        </p>
        {problem && <q>{problem}</q>}
        {mail.text && (
          <details class="mail-text">
            <summary>{text.read}</summary>
            <pre>{mail.text}</pre>
          </details>
        )}
      </div>
      {mail.text && status !== 'waiting' && (
        <ApiForm
          api={`POST /api/admin/mail/${id}/retry`}
          after="reload"
          toast={text.retried}
          class="admin-row-actions needs-script"
        >
          <button type="submit" class="button small quiet" aria-label={text.retryOf(subject)}>
            {text.retry}
          </button>
        </ApiForm>
      )}
    </li>
  )
}
