import { sql } from 'drizzle-orm'
import type { World } from '#test/world.ts'

/** The columns that triggers keep up to date, such as `posts.likes_count`. */
const FIGURE = /_count$|^(?:exp|energy|parts)$/
const TABLES = ['users', 'posts', 'comments', 'tags', 'folders', 'series']

let columns: { table: string; name: string }[] | undefined

/** The sum of every figure of the site, in a fixed order: equal if no figure has changed. */
export async function figuresOf({ db }: World): Promise<string> {
  columns ??= await figureColumns(db)
  const sums = columns.map(
    ({ table, name }) => `(SELECT SUM(${name}) FROM ${table}) AS ${table}_${name}`,
  )
  const [row] = await db.all(sql<object>`SELECT ${sql.raw(sums.join(', '))}`)
  return JSON.stringify(row)
}

async function figureColumns(db: World['db']): Promise<{ table: string; name: string }[]> {
  const all = await Promise.all(
    TABLES.map((table) =>
      db.all(sql<{ table: string; name: string }>`
        SELECT ${table} AS "table", name FROM pragma_table_info(${table})`),
    ),
  )
  return all.flat().filter(({ name }) => FIGURE.test(name))
}
