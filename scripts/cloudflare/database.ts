import { Failure } from '../bootstrap/failure.mjs'
import type { Query } from '../site/query.ts'
import type { Account } from './account.ts'
import type { Target } from './target.ts'

export interface RemoteDatabase {
  name: string
  uuid: string
  migrations: string
  query: Query
  /** Runs several statements in one request, which D1 executes in one transaction. Returns the rows of each. */
  run(sql: string): Promise<unknown[][]>
  /** The same with bound values. The text of a statement is limited to 100 KB, a value to 2 MB. */
  batch(statements: { sql: string; params: unknown[] }[]): Promise<unknown[][]>
}

type Named = Target['databases'][number]

export async function ensureDatabase(account: Account, named: Named): Promise<RemoteDatabase> {
  // If two deployments create it concurrently, one fails and finds it here.
  const make = () => account.ask<Found>('POST', 'd1/database', { name: named.name }).catch(() => null)
  const found = (await find(account, named)) ?? (await make()) ?? (await find(account, named))
  if (!found)
    throw new Failure(
      `the database ${named.name} cannot be created; check that the login has the permission "D1: Edit"`,
    )
  return databaseAt(account, named, found)
}

export async function existingDatabase(account: Account, named: Named): Promise<RemoteDatabase> {
  const found = await find(account, named)
  if (!found)
    throw new Failure(`the account "${account.name}" has no database ${named.name}; "npm run deploy" creates it`)
  return databaseAt(account, named, found)
}

/** Turns on read replicas, which a new database does not have. Does nothing if they are on. */
export async function replicate(account: Account, { uuid, name }: RemoteDatabase): Promise<void> {
  const done = await account.ask('PUT', `d1/database/${uuid}`, { read_replication: { mode: 'auto' } })
  if (!done) throw new Failure(`the database ${name} no longer exists`)
}

/** The current bookmark for Time Travel. */
export async function bookmarkOf(account: Account, { uuid, name }: RemoteDatabase): Promise<string> {
  const answer = await account.ask<{ bookmark: string }>('GET', `d1/database/${uuid}/time_travel/bookmark`)
  if (!answer) throw new Failure(`Cloudflare returned no Time Travel bookmark of ${name}`)
  return answer.bookmark
}

export const undoCommand = (database: RemoteDatabase, bookmark: string) =>
  `npx wrangler d1 time-travel restore ${database.name} --bookmark=${bookmark}`

interface Found {
  uuid: string
}

const find = (account: Account, { name }: Named) => account.ask<Found>('GET', `d1/database/${name}`)

function databaseAt(account: Account, { name, migrations }: Named, { uuid }: Found): RemoteDatabase {
  const send = async (body: object) => {
    const results = await account.ask<{ results: unknown[] }[]>('POST', `d1/database/${uuid}/query`, body)
    if (!results) throw new Failure(`the database ${name} no longer exists`)
    return results.map((result) => result.results)
  }
  return {
    name,
    uuid,
    migrations,
    query: async <Row>(sql: string, ...params: (string | number | null)[]) => {
      const [rows] = await send({ sql, params })
      return (rows ?? []) as Row[]
    },
    run: (sql) => send({ sql }),
    batch: (statements) => send({ batch: statements }),
  }
}
