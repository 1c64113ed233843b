import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Statement, Statements } from '#db/client.ts'
import { toQuery } from '#db/query.ts'
import { Failure } from '../bootstrap/failure.mjs'
import {
  applyMigrations,
  isBeforeBaseline,
  migrationsOf,
  refusalBeforeBaseline,
} from '../site/migrate.ts'
import type { Query } from '../site/query.ts'
import type { Account } from './account.ts'
import type { DatabaseBinding } from './target.ts'

/** A D1 database at Cloudflare. Each call is one request. */
export interface RemoteDatabase {
  name: string
  uuid: string
  /** The folder of its migrations. */
  migrations: string
  /**
   * Runs a statement, or a text of several statements, which D1 executes in one transaction.
   * Returns the rows of the first statement.
   */
  query: Query
  /**
   * Runs statements with bound values in one transaction and returns the rows of each. The text of
   * a statement is limited to 100 KB, a value to 2 MB.
   */
  batch(statements: { sql: string; params: unknown[] }[]): Promise<unknown[][]>
}

type Named = DatabaseBinding

export async function ensureDatabase(account: Account, named: Named): Promise<RemoteDatabase> {
  // If two deployments create it concurrently, one fails and finds it here.
  const make = () =>
    account.ask<Found>('POST', 'd1/database', { name: named.name }).catch(() => null)
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
    throw new Failure(
      `the account "${account.name}" has no database ${named.name}; "npm run deploy" creates it`,
    )
  return databaseAt(account, named, found)
}

/** Turns on read replicas, which a new database does not have. Does nothing if they are on. */
export async function replicate(account: Account, { uuid, name }: RemoteDatabase): Promise<void> {
  const done = await account.ask('PUT', `d1/database/${uuid}`, {
    read_replication: { mode: 'auto' },
  })
  if (!done) throw new Failure(`the database ${name} no longer exists`)
}

/** The current bookmark for Time Travel. */
export async function bookmarkOf(
  account: Account,
  { uuid, name }: RemoteDatabase,
): Promise<string> {
  const response = await account.ask<{ bookmark: string }>(
    'GET',
    `d1/database/${uuid}/time_travel/bookmark`,
  )
  if (!response) throw new Failure(`Cloudflare returned no Time Travel bookmark of ${name}`)
  return response.bookmark
}

export const undoCommand = (database: RemoteDatabase, bookmark: string) =>
  `npx wrangler d1 time-travel restore ${database.name} --bookmark=${bookmark}`

interface Found {
  uuid: string
}

const find = (account: Account, { name }: Named) => account.ask<Found>('GET', `d1/database/${name}`)

function databaseAt(
  account: Account,
  { name, migrations }: Named,
  { uuid }: Found,
): RemoteDatabase {
  const send = async (body: object) => {
    const results = await account.ask<{ results: unknown[] }[]>(
      'POST',
      `d1/database/${uuid}/query`,
      body,
    )
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
    batch: (statements) => send({ batch: statements }),
  }
}

/**
 * The deployed database as a D1Database for the domain code. Each call is one request to
 * Cloudflare's API.
 */
export function statementsOn({ batch }: RemoteDatabase): Statements {
  const send = async (statements: readonly Statement[]) =>
    statements.length === 0 ? [] : batch(statements.map(toQuery))
  const all = async <Row>(statement: Statement<Row>) => {
    const [rows] = await send([statement])
    return (rows ?? []) as Row[]
  }
  return {
    all,
    first: async (statement) => (await all(statement))[0] ?? null,
    batch: async (statements) => (await send(statements)) as never,
  }
}

const LOCK_MILLISECONDS = 10 * 60_000
const RENEWED_EVERY = 2 * 60_000

/**
 * Allows one deployment or restore at a time, from any machine. The lock of a killed process
 * expires after ten minutes.
 */
export async function lockDeployment(
  { query }: RemoteDatabase,
  now: Date,
): Promise<() => Promise<void>> {
  const holder = `${hostname()} ${randomUUID()}`
  await query(LOCK)
  const [held] = await query(HOLD, holder, untilAfter(now), now.toISOString())
  if (!held) {
    const [other] = await query<{ holder: string; until: string }>(
      'SELECT holder, until FROM deploy_lock',
    )
    throw new Failure(
      `a deployment or restore is under way, from ${other?.holder.split(' ')[0]}; if it was killed, wait until ${other?.until}`,
    )
  }
  const renew = () =>
    query('UPDATE deploy_lock SET until = ? WHERE holder = ?', untilAfter(new Date()), holder)
  // A failed renewal is repeated at the next interval.
  const clock = setInterval(() => void renew().catch(() => {}), RENEWED_EVERY).unref()
  return async () => {
    clearInterval(clock)
    await query('DELETE FROM deploy_lock WHERE holder = ?', holder)
  }
}

const untilAfter = (now: Date) => new Date(now.getTime() + LOCK_MILLISECONDS).toISOString()

// Not part of the schema, like d1_migrations: it must exist before the first migration.
const LOCK = `CREATE TABLE IF NOT EXISTS deploy_lock (
  one INTEGER PRIMARY KEY CHECK (one = 1), holder TEXT NOT NULL, until TEXT NOT NULL
)`
const HOLD = `INSERT INTO deploy_lock (one, holder, until) VALUES (1, ?, ?)
  ON CONFLICT (one) DO UPDATE SET holder = excluded.holder, until = excluded.until WHERE until < ? RETURNING holder`

/**
 * Counts the applied migrations and lists those that this code adds. Refuses a database that is
 * newer than the code or older than the baseline.
 */
export async function migrationsToApply({
  name,
  migrations,
  query,
}: RemoteDatabase): Promise<{ applied: number; pending: string[] }> {
  const { applied, pending, unknown } = await migrationsOf(query, migrations)
  if (isBeforeBaseline(applied)) throw refusalBeforeBaseline(`the database ${name} is`, ' --remote')
  const [newer] = unknown
  if (newer)
    throw new Failure(
      `the database ${name} is newer than this code, which does not have its migration ${newer}`,
    )
  return { applied: applied.length, pending }
}

/**
 * Like `wrangler d1 migrations apply`, but with one request per migration: D1 applies all of a
 * migration or nothing.
 */
export function applyRemotely(
  { name, migrations, query }: RemoteDatabase,
  pending: string[],
): Promise<void> {
  const failure = (file: string, reason: string) => `${file} of ${name} failed: ${reason}. ${STATE}`
  return applyMigrations(query, migrations, pending, failure)
}

const STATE = 'It was rolled back; earlier migrations stay, and the site still runs the old code'
