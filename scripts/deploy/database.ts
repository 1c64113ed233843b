import { Failure } from '../bootstrap/failure.mjs'
import type { Query } from '../site/query.ts'
import type { Account } from './account.ts'
import type { Target } from './target.ts'

export interface RemoteDatabase {
  name: string
  uuid: string
  migrations: string
  query: Query
}

export async function ensureDatabase(account: Account, { name, migrations }: Target['databases'][number]) {
  const found = await account.ask<{ uuid: string }>('GET', `d1/database/${name}`)
  // Of two deployments at once one makes it; the other finds it at the second look.
  const made = found ?? (await account.ask<{ uuid: string }>('POST', 'd1/database', { name }).catch(() => null))
  const { uuid } = made ?? (await account.ask<{ uuid: string }>('GET', `d1/database/${name}`)) ?? {}
  if (!uuid) throw new Failure(`the database ${name} cannot be made; has the login the right "D1: Edit"?`)
  const query: Query = async <Row>(sql: string, ...params: (string | number | null)[]) => {
    const results = await account.ask<{ results: Row[] }[]>('POST', `d1/database/${uuid}/query`, { sql, params })
    return results?.[0]?.results ?? []
  }
  return { name, uuid, migrations, query } satisfies RemoteDatabase
}

/** Where Time Travel can bring a database back to. */
export async function bookmarkOf(account: Account, { uuid, name }: RemoteDatabase): Promise<string> {
  const answer = await account.ask<{ bookmark: string }>('GET', `d1/database/${uuid}/time_travel/bookmark`)
  if (!answer) throw new Failure(`Cloudflare gives no Time Travel bookmark of ${name}`)
  return answer.bookmark
}
