import {
  BATCH_CODES_MAX,
  BATCH_DAYS_MAX,
  BATCH_NOTE_MAX,
  type InvitationBatch,
} from '#features/accounts/invitations/batches.ts'
import { INVITATION_DAYS_MAX, INVITATION_USES_MAX } from '#features/accounts/invitations/invitations.ts'
import { shellTexts } from '#features/core/shell/text.ts'
import { AdminList, AdminRow } from '#features/operations/admin/frame/views-list.tsx'
import { type AdminInvitationText, adminInvitationTexts } from '#features/operations/admin/invitations/text.ts'
import type { Language } from '#kernel/i18n.ts'
import type { Page } from '#kernel/paging.ts'
import { ApiButton, ApiForm, Submit } from '#web/components/api-form.tsx'
import { Badge } from '#web/components/badge.tsx'
import { Card } from '#web/components/card.tsx'
import { Field } from '#web/components/field.tsx'
import { Notice } from '#web/components/notice.tsx'
import { PageHead } from '#web/components/page-head.tsx'
import { LabelledTime } from '#web/components/time.tsx'

interface BatchesProps {
  batches: Page<InvitationBatch>
  isInviteOnly: boolean
  language: Language
  now: Date
}

export function InvitationBatchesView({ batches, isInviteOnly, language, now }: BatchesProps) {
  const text = adminInvitationTexts[language]
  return (
    <div class="stack">
      <PageHead title={text.title} lead={text.lead} />
      {!isInviteOnly && (
        <Notice>
          {text.open} <a href="/admin/site-settings">{text.toSettings}</a>
        </Notice>
      )}
      <Card heading="new-codes" title={text.heading}>
        <ApiForm api="POST /api/admin/invitations" after="reload" toast={text.created} class="form narrow">
          <NumberField name="count" label={text.count} value={10} max={BATCH_CODES_MAX} text={text} />
          <NumberField name="uses" label={text.uses} value={1} max={INVITATION_USES_MAX} text={text} />
          <NumberField name="days" label={text.days} value={INVITATION_DAYS_MAX} max={BATCH_DAYS_MAX} text={text} />
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
        language={language}
      >
        {batches.items.map((batch) => (
          <BatchRow {...{ batch, text, language, now }} />
        ))}
      </AdminList>
    </div>
  )
}

interface NumberFieldProps {
  name: string
  label: string
  value: number
  max: number
  text: AdminInvitationText
}

function NumberField({ name, label, value, max, text }: NumberFieldProps) {
  return (
    <Field
      name={name}
      type="number"
      label={label}
      value={String(value)}
      hint={text.range(1, max)}
      autocomplete="off"
      required
    />
  )
}

interface BatchRowProps {
  batch: InvitationBatch
  text: AdminInvitationText
  language: Language
  now: Date
}

function BatchRow({ batch, text, language, now }: BatchRowProps) {
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
          <a
            class="button small"
            href={`/api/admin/invitations/${id}/codes.csv`}
            download
            aria-label={text.downloadOf(note)}
          >
            {text.download}
          </a>
          {revoked_at === null && !isExpired && (
            <ApiButton
              api={`DELETE /api/admin/invitations/${id}`}
              after="reload"
              toast={text.done}
              confirm={{ title: text.revokeTitle, body: text.revokeBody, button: text.revoke }}
              class="row-form"
              button="button small danger"
              label={text.revokeOf(note)}
            >
              {text.revoke}
            </ApiButton>
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
