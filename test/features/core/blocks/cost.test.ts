import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { freshName } from '#test/profiles.ts'
import { World } from '#test/world.ts'
import { spentOn } from '../../pages/space/page.ts'

const BLOCKED_BY = 2000

test('however many block somebody, what they read costs the same', async () => {
  const world = new World()
  const author = await world.member({ username: freshName() })
  const reader = await world.member({ level: 3 })
  const { id } = await world.post({ author: author.user })
  const { uid, username } = author.user
  const paths = [
    ...[`/api/users/search?q=${username}`, `/search?q=${username}`, '/api/messages', `/api/posts/${id}/comments`],
    ...['/', `/posts/${id}`, `/space/${uid}`, '/settings?tab=blocks'],
  ]
  const costs = async () => {
    for (const path of paths) await reader.get(path)
    const spent: [path: string, rows: number][] = []
    for (const path of paths) spent.push([path, spentOn(await reader.get(path)).rowsRead])
    return spent
  }
  const before = await costs()
  await world.db.batch([
    sql`INSERT INTO users (email, created_at)
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${BLOCKED_BY})
        SELECT 'blocks' || i || '-' || ${String(reader.user.uid)} || '@example.com', '2026-01-01T00:00:00.000Z' FROM n`,
    sql`INSERT INTO user_blocks (user_id, blocked_id, created_at)
        SELECT uid, ${reader.user.uid}, '2026-01-01T00:00:00.000Z' FROM users
        WHERE email LIKE ${`blocks%-${reader.user.uid}@example.com`}`,
  ])
  expect(await costs()).toEqual(before)
})
