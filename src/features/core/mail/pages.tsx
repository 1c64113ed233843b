import { type Context, Hono } from 'hono'
import type { AppEnv } from '#env'
import { isUnsubscribeToken, unsubscribeBy } from '#features/core/mail/notice-prefs.ts'
import { AccountCard, ButtonCard } from '#features/core/shell/account-card.tsx'
import { page } from '#features/core/shell/page.tsx'
import { bilingual } from '#kernel/i18n.ts'
import { LinkButton } from '#web/components/elements.tsx'
import { optionalViewer } from '#web/guards/access.ts'
import { repeats } from '#web/openapi/doc.ts'
import { secretsOf } from '#web/secrets.ts'

const unsubscribeTexts = bilingual({
  title: ['退订邮件', 'Unsubscribe'],
  description: ['不再通过邮件接收本站的通知。', 'Stop e-mails from this site.'],
  confirm: [
    '确定不再通过邮件接收通知吗？站内通知不受影响。',
    'Stop receiving notifications by e-mail? You will still see them on the site.',
  ],
  submit: ['退订', 'Unsubscribe'],
  done: [
    '已退订，通知不会再发到你的邮箱。你可以随时在设置中重新开启。',
    'You are unsubscribed and will no longer get notifications by e-mail. You can turn them on again in Settings.',
  ],
  invalid: [
    '退订链接不完整。请从邮件中重新打开，或在设置中关闭邮件通知。',
    'This unsubscribe link is incomplete. Open it again from the e-mail, or turn off e-mails in Settings.',
  ],
  settings: ['通知设置', 'Notification settings'],
})

/**
 * The unsubscribe link of notification mails. Mail programs send the POST from a button of their
 * own (RFC 8058), cross-origin and without a cookie, so the signed token is the only check. The
 * token can only turn mail off.
 */
export const unsubscribePages = new Hono<AppEnv>()
  .get('/unsubscribe', optionalViewer, async (c) => {
    const isGood = await isUnsubscribeToken(secretsOf(c.env), tokenIn(c))
    return show(c, isGood ? 'confirm' : 'invalid')
  })
  .post('/unsubscribe', optionalViewer, repeats('idempotent'), async (c) => {
    const isDone = await unsubscribeBy(c.var.db, secretsOf(c.env), tokenIn(c))
    return show(c, isDone ? 'done' : 'invalid')
  })

function show(c: Context<AppEnv>, state: 'confirm' | 'done' | 'invalid') {
  const { title, description, submit, settings, ...text } = unsubscribeTexts[c.var.language]
  const action = `/unsubscribe?token=${encodeURIComponent(tokenIn(c))}`
  c.header('Cache-Control', 'private, no-store')
  return page(
    c,
    { title, description, robots: 'noindex' },
    state === 'confirm' ? (
      <ButtonCard heading={title} lead={text.confirm} {...{ action, submit }} />
    ) : (
      <AccountCard heading={title} lead={text[state]}>
        <LinkButton href="/settings?tab=notifications" kind="wide" label={settings} />
      </AccountCard>
    ),
    state === 'invalid' ? 404 : 200,
  )
}

const tokenIn = (c: Context<AppEnv>) => c.req.query('token') ?? ''
