import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { freshName } from '#test/profiles.ts'
import { World } from '#test/world.ts'
import { spentOn } from '../../../pages/space/page.ts'

/** More than the list of the admins looks at. */
const FEW = 1200
const MANY = 3000

test('what is typed is found at one price, however many names begin with it', async () => {
  const world = new World()
  const beginning = freshName()
  const member = await world.member({ level: 3 })
  const admin = await world.member({ role: 'admin' })
  const names = (from: number, to: number) => sql`
    WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${to})
    SELECT ${beginning} || i AS name FROM n`
  const add = (from: number, to: number) =>
    world.db.batch([
      sql`INSERT INTO users (email, username, username_key, created_at)
          SELECT name || '@example.com', name, name, '2026-01-01T00:00:00.000Z' FROM (${names(from, to)})`,
      sql`INSERT INTO tags (tag_key, name, posts_count) SELECT name, name, 1 FROM (${names(from, to)})`,
    ])
  const costs = async () => {
    const spent: [path: string, rows: number][] = []
    for (const path of [`/api/users/search?q=${beginning}`, `/api/tags?q=${beginning}`, `/search?q=${beginning}`]) {
      spent.push([path, spentOn(await member.get(path)).rowsRead])
    }
    const found = `/api/admin/users?limit=20&q=${beginning}`
    return [...spent, [found, spentOn(await admin.get(found)).rowsRead]]
  }
  await add(1, FEW)
  await costs()
  const before = await costs()
  await add(FEW + 1, MANY)
  expect(await costs()).toEqual(before)
})
