import { RESTORE_PERIOD } from '#features/accounts/accounts/deletion.ts'
import { EMAIL_MAX } from '#features/accounts/accounts/inputs.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import type { ShellText } from '#features/core/shell/text.ts'
import type { SettingsText } from '#features/pages/settings/text.ts'
import { DAY } from '#kernel/clock.ts'
import type { Language } from '#kernel/i18n.ts'
import { ApiForm } from '#web/components/api-form.tsx'
import { Badge } from '#web/components/badge.tsx'
import { CurrentPasswordField } from '#web/components/current-password-field.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { Field } from '#web/components/field.tsx'
import { dialogCloser, dialogOpener } from '#web/components/hooks.ts'
import { Icon } from '#web/components/icon.tsx'
import { Notice } from '#web/components/notice.tsx'
import { Time } from '#web/components/time.tsx'

interface AccountTabProps {
  viewer: Viewer
  text: SettingsText['account']
  shell: ShellText
  language: Language
}

export function AccountTab({ viewer, text, shell, language }: AccountTabProps) {
  const isVerified = viewer.email_verified_at !== null
  return (
    <>
      <section class="card" aria-labelledby="account-heading">
        <header>
          <h2 id="account-heading">{text.heading}</h2>
        </header>
        {viewer.email_unreachable_at !== null && <Notice tone="danger">{text.unreachable}</Notice>}
        <dl class="facts">
          <dt>{text.email}</dt>
          <dd>
            {viewer.email}{' '}
            <Badge tone={isVerified ? 'good' : undefined}>{isVerified ? text.verified : text.unverified}</Badge>
          </dd>
          <dt>{text.uid}</dt>
          <dd>{viewer.uid}</dd>
          <dt>{text.role}</dt>
          <dd>{text.roles[viewer.role]}</dd>
          <dt>{text.since}</dt>
          <dd>
            <Time value={viewer.created_at} language={language} show="date" />
          </dd>
        </dl>
        {!isVerified && (
          <ApiForm api="POST /api/settings/email/verify" toast={text.linkSent} class="form-actions needs-script">
            <button type="submit" class="button">
              {text.sendLink}
            </button>
          </ApiForm>
        )}
      </section>
      <ChangeEmail text={text} shell={shell} />
      <section class="card" aria-labelledby="export-heading">
        <header>
          <h2 id="export-heading">{text.exportHeading}</h2>
          <p>{text.exportLead}</p>
        </header>
        <p class="form-actions">
          <a class="button" href="/api/settings/export.zip" download>
            <Icon name="download" />
            {text.exportArchive}
          </a>
          <a class="button" href="/api/settings/export" download>
            {text.export}
          </a>
        </p>
      </section>
      <DeleteAccount text={text} shell={shell} />
    </>
  )
}

function ChangeEmail({ text, shell }: Pick<AccountTabProps, 'text' | 'shell'>) {
  return (
    <section class="card" aria-labelledby="email-heading">
      <header>
        <h2 id="email-heading">{text.changeHeading}</h2>
        <p>{text.changeLead}</p>
      </header>
      <ApiForm api="PUT /api/settings/email" after="reset" toast={text.changeSent} text={shell} class="form narrow">
        <Field name="email" type="email" label={text.newEmail} autocomplete="email" maxlength={EMAIL_MAX} required />
        <CurrentPasswordField id="email-password" label={text.password} text={shell} />
        <div class="form-actions needs-script">
          <button type="submit" class="button">
            {text.change}
          </button>
        </div>
      </ApiForm>
    </section>
  )
}

const DIALOG = 'delete-account'

function DeleteAccount({ text, shell }: Pick<AccountTabProps, 'text' | 'shell'>) {
  const days = RESTORE_PERIOD / DAY
  return (
    <section class="card danger-zone" aria-labelledby="delete-heading">
      <header>
        <h2 id="delete-heading">{text.deleteHeading}</h2>
        <p>{text.deleteLead(days)}</p>
      </header>
      <button type="button" class="button danger needs-script" {...dialogOpener({ dialog: DIALOG })}>
        <Icon name="trash" />
        {text.delete}
      </button>
      <noscript>
        <p class="notice">{shell.needsScript}</p>
      </noscript>
      <Dialog id={DIALOG} title={text.dialogTitle}>
        <ApiForm api="POST /api/settings/delete-account" after="goto:/" toast={text.deleted}>
          <p>{text.dialogBody(days)}</p>
          <CurrentPasswordField label={text.dialogPassword} text={shell} />
          <div class="dialog-actions">
            <button type="button" class="button" {...dialogCloser()}>
              {shell.cancel}
            </button>
            <button type="submit" class="button danger primary">
              {text.confirmDelete}
            </button>
          </div>
        </ApiForm>
      </Dialog>
    </section>
  )
}
