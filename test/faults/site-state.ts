import { sql } from 'drizzle-orm'
import type { World } from '#test/world.ts'

/** Written by the way: the figures of operations, who listens, and a minute later who has read. */
const BY_THE_WAY = ['operation_hours', 'live_topics', 'post_views', 'author_sources', 'post_days']

/** How many rows each table of the site has. */
export async function rowsIn({ db }: World): Promise<Record<string, number>> {
  const tables = await db.all(sql<{ name: string }>`
    SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%'
    ORDER BY name`)
  const names = tables.map(({ name }) => name).filter((name) => !BY_THE_WAY.includes(name))
  const counts = await db.batch(names.map((name) => sql<{ n: number }>`SELECT COUNT(*) AS n FROM ${sql.raw(name)}`))
  return Object.fromEntries(names.map((name, at) => [name, counts[at]?.[0]?.n ?? 0]))
}

async function images({ db, env }: World): Promise<{ rows: string[]; files: string[] }> {
  const rows = await db.all(sql<{ key: string }>`SELECT key FROM images ORDER BY key`)
  const files: string[] = []
  for (let cursor: string | undefined, isLast = false; !isLast; ) {
    const page: R2Objects = await env.IMAGES.list(cursor ? { cursor } : {})
    files.push(...page.objects.map(({ key }) => key))
    isLast = !page.truncated
    if (page.truncated) cursor = page.cursor
  }
  return { rows: rows.map(({ key }) => key), files }
}

/** Images that would be shown as broken. */
export async function rowsWithoutFile(world: World): Promise<string[]> {
  const { rows, files } = await images(world)
  return rows.filter((key) => !files.includes(key))
}

export async function filesWithoutRow(world: World): Promise<string[]> {
  const { rows, files } = await images(world)
  return files.filter((key) => !rows.includes(key))
}

export async function mailByState({ db }: World): Promise<Record<string, number>> {
  const rows = await db.all(
    sql<{ status: string; n: number }>`SELECT status, COUNT(*) AS n FROM outbox GROUP BY status`,
  )
  return Object.fromEntries(rows.map(({ status, n }) => [status, n]))
}
