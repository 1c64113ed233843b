import { env } from 'cloudflare:workers'

interface Sent {
  database: 'DB' | 'SEARCH'
  params: unknown[]
}

/**
 * Every statement that the app has sent in this run, with the values of its first use, and those
 * that were explained. All files share this object, because they share the runtime.
 */
const shared = globalThis as { statements?: { sent: Map<string, Sent>; explained: Set<string> } }
shared.statements ??= { sent: new Map(), explained: new Set() }
const { sent, explained } = shared.statements

/** Forgets the statements of the files that ran before in this runtime. */
export function forgetStatements(): void {
  sent.clear()
  explained.clear()
}

/** A database that records the statements it prepares. */
export function recording<Source extends D1Database | D1DatabaseSession>(
  source: Source,
  database: Sent['database'],
): Source {
  const prepare = (sql: string): D1PreparedStatement => {
    const statement = source.prepare(sql)
    if (sent.has(sql)) return statement
    const bind = (...params: unknown[]) => {
      sent.set(sql, { database, params })
      return statement.bind(...params)
    }
    return new Proxy(statement, {
      get: (target, name) => (name === 'bind' ? bind : memberOf(target, name)),
    })
  }
  const withSession = (constraint?: string) =>
    recording((source as D1Database).withSession(constraint), database)
  return new Proxy(source, {
    get(target, name) {
      if (name === 'prepare') return prepare
      return name === 'withSession' ? withSession : memberOf(target, name)
    },
  })
}

function memberOf(target: object, name: string | symbol): unknown {
  const value = Reflect.get(target, name)
  return typeof value === 'function' ? value.bind(target) : value
}

/** Tables whose number of rows is fixed or has a small limit. */
const SMALL = new Set(
  `blocked_words d1_migrations footer_links hot_scale identity_providers levels oauth_keys own_pages owner_claims pinned_posts push_keys
  saved_replies search_state site_identity site_pages site_settings site_state site_totals sqlite_schema sqlite_master webhooks`.split(
    /\s+/,
  ),
)

export interface FullScan {
  /** The line of the query plan. */
  plan: string
  sql: string
}

/**
 * The statements sent since the last call that read a table from its beginning, unless the table is
 * small.
 */
export async function newFullScans(): Promise<FullScan[]> {
  const scans: FullScan[] = []
  const databases = env as unknown as Record<Sent['database'], D1Database>
  const tables = { DB: await tablesIn(databases.DB), SEARCH: await tablesIn(databases.SEARCH) }
  for (const [sql, { database, params }] of sent) {
    if (explained.has(sql) || /^\s*INSERT\b[^;]*\bVALUES\b/i.test(sql)) continue
    explained.add(sql)
    const { results } = await databases[database]
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .bind(...params)
      .all<{ detail: string }>()
    for (const { detail } of results) {
      const name = /^SCAN (\w+)(?: USING|$)/.exec(detail)?.[1]
      const table = name === undefined ? null : tableOf(sql, name, tables[database])
      if (table !== null && !SMALL.has(table)) scans.push({ plan: detail, sql })
    }
  }
  return scans
}

/**
 * The table that a name in a plan stands for. Null for a subquery, also if a table inside of it has
 * the same name, because the plan does not tell them apart.
 */
function tableOf(sql: string, alias: string, tables: Set<string>): string | null {
  if (new RegExp(`\\)\\s*(?:AS\\s+)?${alias}\\b`, 'i').test(sql)) return null
  if (tables.has(alias)) return alias
  const named = [...sql.matchAll(new RegExp(`\\b(\\w+)\\s+(?:AS\\s+)?${alias}\\b`, 'gi'))]
  return named.map(([, table = '']) => table).find((table) => tables.has(table)) ?? null
}

async function tablesIn(database: D1Database): Promise<Set<string>> {
  const { results } = await database
    .prepare(`SELECT name FROM sqlite_master WHERE type = 'table'`)
    .all<{ name: string }>()
  return new Set(results.map(({ name }) => name))
}
