import { TOKEN_LIFETIME } from '#features/accounts/recovery/tokens.ts'
import { type MailDestination, unsentTexts } from '#features/core/mail/service.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { DAY } from '#kernel/clock.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'
import { UNVERIFIED_MAILS_AN_HOUR } from '#kernel/rate-limits.ts'
import { EmailField } from '#web/components/fields.tsx'
import { ApiButton, ApiForm, Submit } from '#web/components/form.tsx'
import { formResponse } from '#web/components/hooks.ts'

interface ConfirmAddressProps {
  viewer: Viewer
  mailDestination: MailDestination
  language: Language
}

/**
 * Does not show a requested change of the address. A requested change exists only if its mail was
 * accepted, so showing it would reveal whether an address gets many mails.
 */
export function ConfirmAddress({ viewer, mailDestination, language }: ConfirmAddressProps) {
  const text = confirmAddressTexts[language]
  const unsent = mailDestination === 'sent' ? null : unsentTexts[language][mailDestination]
  return (
    <div class="stack confirm-address">
      <p>
        {unsent ?? text.sent(TOKEN_LIFETIME.verify / DAY)}{' '}
        <strong class="address">{viewer.email}</strong>
      </p>
      {unsent === null && <p class="soft field-hint">{text.missing(UNVERIFIED_MAILS_AN_HOUR)}</p>}
      <ApiButton
        api="POST /api/settings/email/verify"
        toast={unsent ?? text.sentAgain}
        button="button"
      >
        {unsent === null ? text.sendAgain : text.createLink}
      </ApiButton>
    </div>
  )
}

/** Keeps the address that the user has typed, so that the same button sends the link again. */
export function CorrectAddress({ viewer, mailDestination, language }: ConfirmAddressProps) {
  const text = confirmAddressTexts[language]
  const corrected = mailDestination === 'sent' ? text.corrected : text.correctedUnsent
  return (
    <details class="correct-address">
      <summary>{text.wrong}</summary>
      <ApiForm api="PUT /api/settings/email" class="form narrow" id="correct-address">
        <EmailField label={text.right} hint={text.correctHint(viewer.email)} />
        <Submit label={text.correct} tone="" />
        <p role="status" class="soft" {...formResponse({ template: corrected })} />
      </ApiForm>
    </details>
  )
}

export const confirmAddressTexts = bilingual({
  heading: ['确认你的邮箱', 'Confirm your e-mail address'],
  sent: [
    (days: number) =>
      `我们发送了一封确认邮件，打开其中的链接即可完成确认（${days} 天内有效）。收件邮箱：`,
    (days: number) =>
      `We sent a mail with a link. Open the link within ${days} days to confirm your address:`,
  ],
  missing: [
    (max: number) => `没有收到？请检查垃圾邮件。一个邮箱每小时最多收到 ${max} 封确认邮件。`,
    (max: number) =>
      `Nothing there? Look in the spam folder. An address gets at most ${max} such mails an hour.`,
  ],
  sendAgain: ['重新发送邮件', 'Send the mail again'],
  sentAgain: ['确认邮件已重新发送，请查收。', 'The mail was sent again. Check your e-mail.'],
  createLink: ['生成确认链接', 'Create confirmation link'],
  wrong: ['邮箱写错了？', 'Wrong address?'],
  right: ['正确的邮箱', 'The right address'],
  correct: ['发送链接到这个邮箱', 'Send a link to this address'],
  correctHint: [
    (old: string) => `打开新邮箱里的链接后才会更换，在此之前请用 ${old} 登录。`,
    (old: string) =>
      `Your address changes when you open that link. Until then you log in with ${old}.`,
  ],
  corrected: [
    '链接已发送到上面的邮箱。没有收到时，可以再次发送，或改正后再发送。',
    'A link is on its way to the address above. Press the button again to send it again.',
  ],
  correctedUnsent: [
    '链接已生成，站长可以在 /admin/mail 看到。',
    'The link was created. The owner finds it at /admin/mail.',
  ],
})
