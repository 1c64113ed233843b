import { sql } from 'drizzle-orm'
import { rowsRead } from '#test/cost.ts'
import { freshName } from '#test/profiles.ts'
import { expect, test } from '#test/test.ts'

/** More than the admin list reads. */
const FEW = 1200
const MANY = 3000

test('searching a prefix reads the same number of rows, however many names start with it', async ({ world }) => {
  const prefix = freshName()
  const [member, admin] = await world.members([{ level: 3 }, { role: 'admin' }])
  const names = (from: number, to: number) => sql`
    WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${to})
    SELECT ${prefix} || i AS name FROM n`
  const add = (from: number, to: number) =>
    world.db.batch([
      sql`INSERT INTO users (email, username, username_key, created_at)
          SELECT name || '@example.com', name, name, '2026-01-01T00:00:00.000Z' FROM (${names(from, to)})`,
      sql`INSERT INTO tags (tag_key, name, posts_count) SELECT name, name, 1 FROM (${names(from, to)})`,
    ])
  const costs = async () => {
    const spent: [path: string, rows: number][] = []
    for (const path of [`/api/users/search?q=${prefix}`, `/api/tags?q=${prefix}`, `/search?q=${prefix}`]) {
      spent.push([path, rowsRead(await member.get(path))])
    }
    const found = `/api/admin/users?limit=20&q=${prefix}`
    return [...spent, [found, rowsRead(await admin.get(found))]]
  }
  await add(1, FEW)
  await costs()
  const before = await costs()
  await add(FEW + 1, MANY)
  expect(await costs()).toEqual(before)
})
