import { AGES } from '#db/schema/ages.ts'
import { RESTORE_PERIOD } from '#features/accounts/deletion/deletion.ts'
import { MAILED_KIND_NAMES, type NoticeMail } from '#features/core/mail/notice-prefs.ts'
import { type MailDestination, unsentTexts } from '#features/core/mail/service.ts'
import { type NotifyPrefs, PREFS } from '#features/core/notifications/kinds.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { shellTexts } from '#features/core/shell/text.ts'
import type { ExportState } from '#features/pages/exports/exports.ts'
import { ExportCard } from '#features/pages/exports/views.tsx'
import { noticeMailTexts, settingsTexts } from '#features/pages/settings/text.ts'
import { DAY } from '#kernel/clock.ts'
import type { Language } from '#kernel/i18n.ts'
import {
  Badge,
  Button,
  Card,
  Dialog,
  DialogActions,
  Facts,
  NeedsScript,
  Notice,
} from '#web/components/elements.tsx'
import {
  CurrentPasswordField,
  EmailField,
  NewPasswordField,
  PasswordField,
  SelectField,
} from '#web/components/fields.tsx'
import { ApiButton, ApiForm, Submit, Toggle } from '#web/components/form.tsx'
import { dialogOpener, sameAs, unsent } from '#web/components/hooks.ts'
import { Time } from '#web/components/time.tsx'

export function NotificationsTab({ prefs, language }: { prefs: NotifyPrefs; language: Language }) {
  const text = settingsTexts[language].notifications
  return (
    <Card heading="notifications-heading" title={text.heading} lead={text.lead}>
      <div class="toggles">
        {PREFS.map((kind) => (
          <Toggle
            id={`notify-${kind}`}
            label={text[kind].label}
            hint={text[kind].hint}
            checked={prefs[kind]}
            api="PUT /api/settings/notify-prefs"
            name="enabled"
            body={{ kind }}
            toasts={{ on: text.on(text[kind].label), off: text.off(text[kind].label) }}
          />
        ))}
      </div>
      <p class="field-hint">{text.always}</p>
      <NeedsScript text={shellTexts[language]} />
    </Card>
  )
}

interface NoticeMailProps {
  chosen: NoticeMail
  isVerified: boolean
  mailDestination: MailDestination
  /** The name of the time zone in which digests are sent. */
  zone: string
  language: Language
}

export function NoticeMailCard({
  chosen,
  isVerified,
  mailDestination,
  zone,
  language,
}: NoticeMailProps) {
  const text = noticeMailTexts[language]
  if (mailDestination === 'stored')
    return (
      <Card heading="notice-mail-heading" title={text.heading}>
        <Notice>{text.stored}</Notice>
      </Card>
    )
  return (
    <Card heading="notice-mail-heading" title={text.heading} lead={text.lead}>
      <div class="stack">
        {mailDestination === 'printed' && <Notice>{text.printed}</Notice>}
        {isVerified ? (
          <ApiForm
            api="PUT /api/settings/notice-mail"
            toast={text.saved}
            text={shellTexts[language]}
            class="form narrow"
          >
            {MAILED_KIND_NAMES.map((kind) => (
              <SelectField
                name={kind}
                id={`mail-${kind}`}
                label={text.kinds[kind]}
                value={chosen[kind]}
                options={Object.entries(text.how)}
              />
            ))}
            <SelectField
              name="digest"
              id="mail-digest"
              label={text.digest}
              hint={text.digestHint(zone)}
              value={chosen.digest}
              options={Object.entries(text.rhythms)}
            />
            <Submit label={text.save} />
          </ApiForm>
        ) : (
          <Notice>
            {text.unverified} <a href="/settings?tab=account">{text.toAccount}</a>
          </Notice>
        )}
      </div>
    </Card>
  )
}

interface AccountTabProps {
  viewer: Viewer
  language: Language
  exports: ExportState[]
  hasPassword: boolean
  mailDestination: MailDestination
}

export function AccountTab({
  viewer,
  language,
  exports,
  hasPassword,
  mailDestination,
}: AccountTabProps) {
  const text = settingsTexts[language].account
  const unsent = mailDestination === 'sent' ? null : unsentTexts[language][mailDestination]
  const isVerified = viewer.email_verified_at !== null
  return (
    <>
      <Card heading="account-heading" title={text.heading}>
        {viewer.email_unreachable_at !== null && <Notice tone="danger">{text.unreachable}</Notice>}
        <Facts
          facts={[
            [
              text.email,
              <>
                {viewer.email}{' '}
                <Badge tone={isVerified ? 'good' : undefined}>
                  {isVerified ? text.verified : text.unverified}
                </Badge>
              </>,
            ],
            [text.uid, viewer.uid],
            [text.role, text.roles[viewer.role]],
            [text.since, <Time value={viewer.created_at} language={language} show="date" />],
          ]}
        />
        {!isVerified && (
          <ApiButton
            api="POST /api/settings/email/verify"
            toast={unsent ?? text.linkSent}
            class="form-actions"
            button="button"
          >
            {unsent === null ? text.sendLink : text.createLink}
          </ApiButton>
        )}
      </Card>
      <ChangeEmail {...{ unsent, language }} />
      <ExportCard {...{ exports, language }} />
      <Card heading="ages-heading" title={text.agesHeading} lead={text.agesLead}>
        <Facts
          facts={Object.entries(AGES).map(([name, days]) => [
            text.ages[name as keyof typeof AGES],
            text.days(days),
          ])}
        />
      </Card>
      <DeleteAccount {...{ hasPassword, language }} />
    </>
  )
}

/** If the site sends no mail, `unsent` is a text about where the user finds the link. */
function ChangeEmail({ unsent, language }: { unsent: string | null; language: Language }) {
  const text = settingsTexts[language].account
  const lead = unsent === null ? text.changeLead : text.changeUnsentLead(unsent)
  const toast = unsent ?? text.changeSent
  return (
    <Card heading="email-heading" title={text.changeHeading} lead={lead}>
      <ApiForm
        api="PUT /api/settings/email"
        after="reset"
        toast={toast}
        text={shellTexts[language]}
        class="form narrow"
      >
        <EmailField label={text.newEmail} />
        <Submit label={text.change} tone="" />
      </ApiForm>
    </Card>
  )
}

const DIALOG = 'delete-account'

function DeleteAccount({
  hasPassword,
  language,
}: Pick<AccountTabProps, 'hasPassword' | 'language'>) {
  const text = settingsTexts[language].account
  const shell = shellTexts[language]
  const days = RESTORE_PERIOD / DAY
  return (
    <Card
      heading="delete-heading"
      class="card danger-zone"
      title={text.deleteHeading}
      lead={text.deleteLead(days)}
    >
      <Button
        {...dialogOpener({ dialog: DIALOG })}
        kind="danger needs-script"
        icon="trash"
        label={text.delete}
      />
      <NeedsScript text={shell} />
      <Dialog id={DIALOG} title={text.dialogTitle}>
        <ApiForm api="POST /api/settings/delete-account" after="goto:/" toast={text.deleted}>
          <p>{text.dialogBody(days)}</p>
          {hasPassword && <CurrentPasswordField label={text.dialogPassword} text={shell} />}
          <DialogActions cancel={shell.cancel} submit={text.confirmDelete} danger />
        </ApiForm>
      </Dialog>
    </Card>
  )
}

/** A user without a password needs a fresh session instead of the current password. */
export function PasswordTab({
  email,
  hasOne,
  language,
}: {
  email: string
  hasOne: boolean
  language: Language
}) {
  const text = settingsTexts[language].password
  const shell = shellTexts[language]
  return (
    <Card
      heading="password-heading"
      title={hasOne ? text.heading : text.firstHeading}
      lead={hasOne ? text.lead : text.firstLead}
    >
      <ApiForm
        api="PUT /api/settings/password"
        after={hasOne ? 'reset' : 'reload'}
        toast={text.done}
        text={shell}
        class="form narrow"
      >
        {/* Password managers save the new password for this account. */}
        <input type="email" value={email} autocomplete="username" hidden readonly {...unsent()} />
        {hasOne && (
          <CurrentPasswordField name="current_password" label={text.current} text={shell} />
        )}
        <NewPasswordField name="new_password" label={text.new} text={shell} />
        <PasswordField
          name="repeat"
          label={text.repeat}
          autocomplete="new-password"
          required
          hooks={{ ...sameAs({ field: 'new_password' }), ...unsent() }}
          text={shell}
        />
        <Submit label={hasOne ? text.submit : text.firstSubmit} />
      </ApiForm>
    </Card>
  )
}
