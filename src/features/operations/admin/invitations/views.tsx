import {
  BATCH_CODES_MAX,
  BATCH_DAYS_MAX,
  BATCH_NOTE_MAX,
  type InvitationBatch,
} from '#features/accounts/invitations/batches.ts'
import { INVITATION_DAYS_MAX, INVITATION_USES_MAX } from '#features/accounts/invitations/invitations.ts'
import { shellTexts } from '#features/core/shell/text.ts'
import { adminTexts } from '#features/operations/admin/frame/text.ts'
import { AdminList, AdminRow, RowAction } from '#features/operations/admin/frame/views-list.tsx'
import { adminInvitationTexts } from '#features/operations/admin/invitations/text.ts'
import type { Language } from '#kernel/i18n.ts'
import type { Page } from '#kernel/paging.ts'
import { Badge, Card, LinkButton, Notice, PageHead } from '#web/components/elements.tsx'
import { ApiForm, Field, Submit } from '#web/components/form.tsx'
import { LabelledTime } from '#web/components/time.tsx'

interface BatchesProps {
  batches: Page<InvitationBatch>
  isInviteOnly: boolean
  language: Language
  now: Date
}

export function InvitationBatchesView({ batches, isInviteOnly, language, now }: BatchesProps) {
  const text = adminInvitationTexts[language]
  const numbers = [
    ['count', 10, BATCH_CODES_MAX],
    ['uses', 1, INVITATION_USES_MAX],
    ['days', INVITATION_DAYS_MAX, BATCH_DAYS_MAX],
  ] as const
  return (
    <div class="stack">
      <PageHead title={adminTexts[language].nav.invitations} lead={text.lead} />
      {!isInviteOnly && (
        <Notice>
          {text.open} <a href="/admin/site-settings">{text.toSettings}</a>
        </Notice>
      )}
      <Card heading="new-codes" title={text.heading}>
        <ApiForm api="POST /api/admin/invitations" after="reload" toast={text.created} class="form narrow">
          {numbers.map(([name, value, max]) => (
            <Field
              {...{ name, type: 'number', label: text[name], value: String(value), hint: text.range(1, max) }}
              autocomplete="off"
              required
            />
          ))}
          <Field
            name="note"
            label={text.note}
            aside={shellTexts[language].optional}
            placeholder={text.notePlaceholder}
            maxlength={BATCH_NOTE_MAX}
            autocomplete="off"
          />
          <Submit label={text.create} />
        </ApiForm>
      </Card>
      <AdminList
        page={batches}
        path="/admin/invitations"
        empty={{ icon: 'person', title: text.none, hint: text.noneHint }}
        row={(batch) => <BatchRow {...{ batch, language, now }} />}
        language={language}
      />
    </div>
  )
}

function BatchRow({ batch, language, now }: { batch: InvitationBatch; language: Language; now: Date }) {
  const text = adminInvitationTexts[language]
  const { id, codes, uses, used, created_at, expires_at, revoked_at } = batch
  const note = batch.note || text.unnamed
  const isExpired = expires_at <= now.toISOString()
  return (
    <AdminRow
      title={
        <>
          {note} {revoked_at !== null ? <Badge>{text.revoked}</Badge> : isExpired && <Badge>{text.expired}</Badge>}
        </>
      }
      actions={
        <>
          <LinkButton
            kind="small"
            href={`/api/admin/invitations/${id}/codes.csv`}
            download
            aria-label={text.downloadOf(note)}
            label={text.download}
          />
          {revoked_at === null && !isExpired && (
            <RowAction
              api={`DELETE /api/admin/invitations/${id}`}
              toast={text.done}
              confirm={{ title: text.revokeTitle, body: text.revokeBody, button: text.revoke }}
              label={text.revoke}
              name={text.revokeOf(note)}
              kind="danger"
            />
          )}
        </>
      }
    >
      <span>{text.codes(codes, uses)}</span>
      <span>{text.used(used)}</span>
      <LabelledTime label={text.createdAt} value={created_at} language={language} show="date" />
      <LabelledTime label={text.expires} value={expires_at} language={language} show="date" />
    </AdminRow>
  )
}
