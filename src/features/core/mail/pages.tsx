import { type Context, Hono } from 'hono'
import type { AppEnv } from '#env'
import { isUnsubscribeToken, unsubscribeBy } from '#features/core/mail/notice-prefs.ts'
import { Mark } from '#features/core/shell/mark.tsx'
import { page } from '#features/core/shell/page.tsx'
import { bilingual } from '#kernel/i18n.ts'
import { secretsOf } from '#web/secrets.ts'

const unsubscribeTexts = bilingual({
  'zh-CN': {
    title: '退订邮件',
    description: '不再通过邮件接收本站的消息。',
    asks: '不再通过邮件接收消息？站内的消息不受影响。',
    submit: '退订',
    done: '已退订：消息不会再发到你的邮箱。需要时，可以在设置里重新打开。',
    dead: '这个退订链接不完整。请从邮件里重新打开，或在设置里关闭邮件通知。',
    settings: '通知设置',
  },
  en: {
    title: 'Unsubscribe',
    description: 'No more messages of this site by mail.',
    asks: 'No more messages by mail? Those in the site are not affected.',
    submit: 'Unsubscribe',
    done: 'Done: your messages are no longer mailed. You can turn it on again in the settings.',
    dead: 'This link is not whole. Open it from the mail again, or turn mail off in the settings.',
    settings: 'Notification settings',
  },
})

type UnsubscribeText = (typeof unsubscribeTexts)['en']

interface UnsubscribeProps {
  text: UnsubscribeText
  state: 'asks' | 'done' | 'dead'
  token: string
}

function UnsubscribeView({ text, state, token }: UnsubscribeProps) {
  return (
    <div class="account">
      <div class="account-head">
        <Mark />
        <h1>{text.title}</h1>
      </div>
      <div class="card stack">
        <p class="soft">{text[state]}</p>
        {state === 'asks' ? (
          <form class="form" method="post" action={`/unsubscribe?token=${encodeURIComponent(token)}`}>
            <button type="submit" class="button primary wide">
              {text.submit}
            </button>
          </form>
        ) : (
          <a class="button wide" href="/settings?tab=notifications">
            {text.settings}
          </a>
        )}
      </div>
    </div>
  )
}

/**
 * The link in every mail of notices. Mail programs post to it by themselves when their own button is pressed (RFC 8058), from
 * anywhere and without a cookie: the signed token is all it takes, and all it can do is turn mail off.
 */
export const unsubscribePages = new Hono<AppEnv>()
  .get('/unsubscribe', async (c) => {
    const isGood = await isUnsubscribeToken(secretsOf(c.env), tokenIn(c))
    return show(c, isGood ? 'asks' : 'dead')
  })
  .post('/unsubscribe', async (c) => {
    const isDone = await unsubscribeBy(c.var.db, secretsOf(c.env), tokenIn(c))
    return show(c, isDone ? 'done' : 'dead')
  })

function show(c: Context<AppEnv>, state: 'asks' | 'done' | 'dead') {
  const text = unsubscribeTexts[c.var.language]
  c.header('Cache-Control', 'private, no-store')
  return page(
    c,
    { title: text.title, description: text.description, robots: 'noindex' },
    <UnsubscribeView {...{ text, state }} token={tokenIn(c)} />,
    state === 'dead' ? 404 : 200,
  )
}

const tokenIn = (c: Context<AppEnv>) => c.req.query('token') ?? ''
