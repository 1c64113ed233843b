import { Hono } from 'hono'
import type { AppEnv } from '#env'
import { inbox, unread } from '#features/core/notifications/inbox.ts'
import { CATEGORIES } from '#features/core/notifications/kinds.ts'
import { page } from '#features/core/shell/page.tsx'
import { shellTexts } from '#features/core/shell/text.ts'
import { messagesTexts } from '#features/pages/messages/text.ts'
import { MessagesView } from '#features/pages/messages/views.tsx'
import { PAGE_SIZE } from '#kernel/paging.ts'
import { signedInPage } from '#web/guards/guards.ts'
import { pageRequest } from '#web/validation/validate.ts'

export const messagesPages = new Hono<AppEnv>().get('/messages', signedInPage, async (c) => {
  const { db, viewer, language, now } = c.var
  const category = CATEGORIES.find((name) => name === c.req.query('category')) ?? 'all'
  const request = pageRequest({ limit: PAGE_SIZE, cursor: c.req.query('cursor') })
  const notices = await inbox(db, viewer, { category, ...request }, language, now)
  const text = messagesTexts[language]
  const { title, description } = text
  return page(
    c,
    { title, description, robots: 'noindex', scripts: ['messages.js'] },
    <MessagesView
      {...{ category, notices, viewer, language, text }}
      unread={c.var.unread ?? (await unread(db, viewer))}
      isFirstPage={request.after === null}
      shell={shellTexts[language]}
    />,
  )
})
