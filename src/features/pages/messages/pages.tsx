import { type Context, Hono } from 'hono'
import type { AppEnv } from '#env'
import { privatePage } from '#features/accounts/sessions/http/guards.ts'
import { inboxOf, unread } from '#features/core/notifications/inbox.ts'
import { CATEGORIES } from '#features/core/notifications/kinds.ts'
import { page } from '#features/core/shell/page.tsx'
import { shellTexts } from '#features/core/shell/text.ts'
import { MessagesView, messagesTexts } from '#features/pages/messages/views.tsx'
import { PAGE_SIZE } from '#kernel/paging.ts'
import { pageRequest } from '#web/validation/validate.ts'

const notices = privatePage((c, uid, live) => inboxOf(uid, live, requestOf(c), c.var.language, c.var.now))

export const messagesPages = new Hono<AppEnv>().get('/messages', notices, async (c) => {
  const { db, viewer, language, own } = c.var
  const { category, after } = requestOf(c)
  const text = messagesTexts[language]
  const { title, description } = text
  return page(
    c,
    { title, description, robots: 'noindex', scripts: ['messages.js'] },
    <MessagesView
      {...{ category, notices: own, viewer, language, text }}
      unread={c.var.unread ?? (await unread(db, viewer))}
      isFirstPage={after === null}
      shell={shellTexts[language]}
    />,
  )
})

function requestOf(c: Pick<Context, 'req'>) {
  const category = CATEGORIES.find((name) => name === c.req.query('category')) ?? ('all' as const)
  return { category, ...pageRequest({ limit: PAGE_SIZE, cursor: c.req.query('cursor') }) }
}
