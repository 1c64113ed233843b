import { Hono } from 'hono'
import type { AppEnv } from '#env'
import { mailOrigin, sendsMail } from '#features/core/mail/http/sends-mail.ts'
import { mailServiceOf } from '#features/core/mail/service.ts'
import { OUTBOX_KEPT_FOR } from '#features/core/outbox/deliver.ts'
import { PAGES, showAdminPage } from '#features/operations/admin/frame/page.tsx'
import { adminTexts } from '#features/operations/admin/frame/text.ts'
import { AdminList, AdminRow, RowAction } from '#features/operations/admin/frame/views-list.tsx'
import {
  type MailItem,
  mailPage,
  retryMail,
  sendTestMail,
} from '#features/operations/admin/mail/list.ts'
import { DAY } from '#kernel/clock.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'
import { Badge, Notice } from '#web/components/elements.tsx'
import { ApiButton } from '#web/components/form.tsx'
import { Time } from '#web/components/time.tsx'
import { freshSession } from '#web/guards/fresh-session.ts'
import { ownerWrite, summary } from '#web/openapi/admin.ts'
import { done } from '#web/responses.ts'
import { idParam, pageRequest } from '#web/validation/validate.ts'

export const adminMailApi = new Hono<AppEnv>()
  .post(
    '/admin/mail/test',
    ownerWrite('sendAdminTestMail', 'adds', null, 'rate_limited'),
    summary('Send a test mail to yourself'),
    sendsMail,
    (c) => done(c, sendTestMail(c.var.db, c.var.viewer, mailOrigin(c), c.var.now)),
  )
  .post(
    '/admin/mail/:id/retry',
    ownerWrite('retryAdminMail', 'refused: not_found', null),
    summary(
      'Send a mail again that failed or that was not sent because the site had no mail service',
    ),
    sendsMail,
    idParam,
    (c) => done(c, retryMail(c.var.db, c.req.valid('param').id, c.var.now)),
  )

/** Unsent mails contain reset links, which would let a stale owner session take over accounts. */
export const adminMailPages = new Hono<AppEnv>().get(
  PAGES.mail.href,
  freshSession,
  PAGES.mail.guard,
  (c) => {
    const { language } = c.var
    const text = adminMailTexts[language]
    const test = { api: 'POST /api/admin/mail/test', after: 'reload', toast: text.tested } as const
    const data = { mails: mailPage(pageRequest({ cursor: c.req.query('cursor') })) }
    return showAdminPage(c, { name: 'mail' }, data, ({ mails }) => (
      <div class="stack loose">
        <p class="soft">{text.lead}</p>
        {mailServiceOf(c.env) === null && <Notice tone="warm">{text.noService}</Notice>}
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
      </div>
    ))
  },
)

const TONES: Partial<Record<MailItem['status'], 'good' | 'danger' | 'info'>> = {
  sent: 'good',
  failed: 'danger',
  waiting: 'info',
}

function MailRow({ mail, language }: { mail: MailItem; language: Language }) {
  const text = adminMailTexts[language]
  const { id, address, subject, status, attempts, problem, created_at, link } = mail
  const { attempts: tried, resend, resent } = adminTexts[language]
  const retry = { api: `POST /api/admin/mail/${id}/retry`, toast: resent, label: resend } as const
  return (
    <AdminRow
      title={subject}
      badge={<Badge tone={TONES[status]}>{text.statuses[status]}</Badge>}
      actions={
        mail.text &&
        status !== 'waiting' && <RowAction {...retry} name={text.resendOf(subject)} kind="quiet" />
      }
      quote={problem}
      details={
        mail.text && (
          <details class="mail-text">
            <summary class="soft small">{text.read}</summary>
            <pre>{mail.text}</pre>
          </details>
        )
      }
    >
      <a href={`/admin/users/${mail.user_id}`}>{address}</a>
      <Time value={created_at} language={language} />
      {attempts > 0 && <span>{tried(attempts)}</span>}
      {link && <a href={link}>{text.open}</a>}
    </AdminRow>
  )
}

const adminMailTexts = bilingual({
  lead: [
    `本站发出的邮件，从新到旧，保留 ${OUTBOX_KEPT_FOR / DAY} 天。已发出的邮件不保留内容。`,
    `Mail from this site, newest first, kept for ${OUTBOX_KEPT_FOR / DAY} days. The content of sent mail is deleted.`,
  ],
  noService: [
    '本站没有邮件服务，邮件只保存在这里，不会发出。必要时可以把链接转交给本人。设置方法见运维文档（docs/operations.md）。',
    'This site has no mail service, so mail is stored here and not sent. If needed, you can pass on the link yourself. To set up mail, see docs/operations.md.',
  ],
  test: ['给自己发一封测试邮件', 'Send me a test mail'],
  tested: ['测试邮件已放入发件箱。', 'The test mail is in the outbox.'],
  resendOf: [
    (subject: string) => `重新发送：${subject}`,
    (subject: string) => `Send again: ${subject}`,
  ],
  statuses: {
    waiting: ['等待发送', 'Waiting'],
    sent: ['已发出', 'Sent'],
    kept: ['未发送', 'Not sent'],
    failed: ['发送失败', 'Failed'],
    dropped: ['已作废', 'No longer needed'],
  },
  read: ['查看内容', 'Show content'],
  open: ['打开链接', 'Open link'],
  none: ['还没有邮件', 'No mail yet'],
  noneHint: [
    '注册、找回密码等邮件会出现在这里。',
    'Mail for registrations, password resets and similar events appears here.',
  ],
})
