import { type SQL, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { userOfSession } from '#features/accounts/sessions/open.ts'
import { noticesOf } from '#features/core/notifications/inbox.ts'
import { CATEGORIES, type Switches } from '#features/core/notifications/kinds.ts'
import { digestStatements } from '#features/core/notifications/like-digest.ts'
import { unreadByKind } from '#features/core/notifications/unread.ts'
import { World } from '#test/world.ts'

const ON: Switches & { role: 'user' } = {
  role: 'user',
  notify_comment: 1,
  notify_reply: 1,
  notify_like: 1,
  notify_follow: 1,
}

async function planOf(statement: SQL): Promise<string> {
  const rows = await new World().db.all(sql<{ detail: string }>`EXPLAIN QUERY PLAN ${statement}`)
  return rows.map(({ detail }) => detail).join('\n')
}

const persons: (typeof ON)[] = [
  ON,
  { ...ON, notify_comment: 0 },
  { ...ON, notify_reply: 0 },
  { ...ON, notify_like: 0 },
  { ...ON, notify_comment: 0, notify_reply: 0, notify_like: 0, notify_follow: 0 },
]

test.each(persons)('the list is read in the order of an index with the switches %j', async (person) => {
  for (const category of ['all', ...CATEGORIES] as const) {
    for (const after of [null, ['2026-11-14T00:00:00.000Z', 9] as const]) {
      const list = noticesOf({ uid: 10001, ...person }, { category, limit: 20, after })
      if (list === null) continue
      const plan = await planOf(list)
      expect(plan).not.toMatch(/SCAN (notifications|a\b|users)/)
      expect(plan).toMatch(/SEARCH notifications USING INDEX notifications_of_user/)
      const inner = plan.split('SCAN n')[0]
      expect(inner).not.toContain('TEMP B-TREE')
    }
  }
})

test('a category of which everything is switched off is not read at all', () => {
  const request = { category: 'follow', limit: 20, after: null } as const
  expect(noticesOf({ uid: 10001, ...ON, notify_follow: 0 }, request)).toBeNull()
})

test('unread counts and the digest search by index', async () => {
  const statements = [
    unreadByKind(sql`${10001}`),
    unreadByKind(userOfSession('a-session')),
    ...digestStatements(10001, new Date()),
  ]
  for (const statement of statements) {
    const plan = await planOf(statement)
    expect(plan).not.toMatch(/SCAN (?!CONSTANT|\(subquery)/)
    expect(plan).toMatch(/post_days USING (COVERING )?INDEX post_days_fresh/)
  }
})
