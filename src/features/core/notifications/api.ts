import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { inboxOf, markAllRead, markRead, unread } from '#features/core/notifications/inbox.ts'
import {
  CATEGORIES,
  NotificationShape,
  ReadAllShape,
  UnreadShape,
} from '#features/core/notifications/kinds.ts'
import { member, signedIn } from '#web/guards/access.ts'
import { byUid } from '#web/guards/by-uid.ts'
import { doc, listOf, read, write } from '#web/openapi/doc.ts'
import { done } from '#web/responses.ts'
import { idParam, pageQuery, pageRequest, query } from '#web/validation/validate.ts'

const InboxQuery = z.object({
  category: z.enum(['all', ...CATEGORIES]).default('all'),
  ...pageQuery,
})

export const notificationsApi = new Hono<AppEnv>()
  .get(
    '/messages',
    read('listMessages', { tag: 'messages', tokens: true }),
    signedIn,
    query(InboxQuery),
    doc('List your notifications, newest first', { 200: listOf(NotificationShape) }, 'bad_request'),
    async (c) => {
      const { category, ...page } = c.req.valid('query')
      const request = { category, ...pageRequest(page) }
      const { db, viewer, language, now } = c.var
      const uid = sql`${viewer.uid}`
      return c.json(await db.read(inboxOf(uid, uid, request, language, now)))
    },
  )
  .get(
    '/messages/unread',
    read('getUnreadCount', { tag: 'messages', tokens: true }),
    signedIn,
    doc('Get the number of your unread notifications, also by category', { 200: UnreadShape }),
    async (c) => c.json(await unread(c.var.db, c.var.viewer)),
  )
  .post(
    '/messages/:id/read',
    write('readMessage', { tag: 'messages', repeat: 'idempotent', tokens: true }),
    byUid,
    idParam,
    doc('Mark a notification as read', { 204: null }, 'not_found'),
    (c) => done(c, markRead(c.var.db, c.var.viewerId, c.req.valid('param').id)),
  )
  .post(
    '/messages/read-all',
    write('readAllMessages', { tag: 'messages', repeat: 'idempotent', tokens: true }),
    member,
    doc(
      'Mark all your notifications as read. Notifications of kinds that you switched off stay unread',
      { 200: ReadAllShape },
    ),
    async (c) => c.json({ read: await markAllRead(c.var.db, c.var.viewer, c.var.now) }),
  )
