import { type Context, Hono } from 'hono'
import type { AppEnv } from '#env'
import { unsubscribeTexts } from '#features/core/mail/text.ts'
import { isUnsubscribeToken, unsubscribeBy } from '#features/core/mail/unsubscribe.ts'
import { UnsubscribeView } from '#features/core/mail/views.tsx'
import { page } from '#features/core/shell/page.tsx'
import { secretsOf } from '#web/secrets.ts'

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
