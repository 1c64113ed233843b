import { randomBytes } from 'node:crypto'
import type { Miniflare, V4WorkerOptions } from 'miniflare'

/**
 * A Worker beside the site's Worker that runs a whole batch of this process in one request, and reads R2 objects.
 * Miniflare's own bindings make three requests per statement and object, two of them blocking: 20 ms each, which was
 * most of the time of a seed, a backup, a restore and a reindex.
 */
export function statementsWorker(
  d1Databases: Record<string, string>,
  r2Buckets: NonNullable<V4WorkerOptions['r2Buckets']> = {},
) {
  const key = randomBytes(32).toString('hex')
  const bindings = { KEY: key }
  const worker = {
    name: STATEMENTS,
    modules: true as const,
    script: STATEMENTS_WORKER,
    d1Databases,
    r2Buckets,
    bindings,
  }
  const ask = async (miniflare: Miniflare, asked: object) => {
    const answer = await miniflare.dispatchFetch('http://joule.invalid/', {
      method: 'POST',
      headers: { 'MF-Route-Override': STATEMENTS, Authorization: key },
      body: JSON.stringify(asked),
    })
    if (answer.status === FAILED) throw new Error(await answer.text())
    return answer
  }
  return {
    worker,
    database: (miniflare: Miniflare, name: string): D1Database =>
      databaseOver(async (asked) => (await ask(miniflare, { ...asked, database: name })).json()),
    /** Null if the object does not exist. */
    async object(miniflare: Miniflare, bucket: string, name: string): Promise<Uint8Array | null> {
      const answer = await ask(miniflare, { bucket, object: name })
      return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : null
    },
  }
}

const STATEMENTS = 'joule-statements'
const FAILED = 422

/** Clients of the site's port can address this Worker, so it requires a key that only this process knows. */
const STATEMENTS_WORKER = `
export default {
  async fetch(request, { KEY, ...bindings }) {
    if (request.headers.get('authorization') !== KEY) return new Response(null, { status: 404 })
    const { database, script, statements, bucket, object } = await request.json()
    const db = bindings[database]
    const prepared = ({ sql, values }) => db.prepare(sql).bind(...values.map(asStored))
    try {
      if (bucket !== undefined) {
        const found = await bindings[bucket].get(object)
        return new Response(found?.body, { status: found ? 200 : 404 })
      }
      if (script !== undefined) return Response.json(await db.exec(script))
      return Response.json(await db.batch(statements.map(prepared)))
    } catch (error) {
      return new Response(error.message, { status: ${FAILED} })
    }
  },
}

const asStored = (value) => (Array.isArray(value) ? new Uint8Array(value) : value)
`

interface Asked {
  sql: string
  values: unknown[]
}

type Send = (asked: { statements: Asked[] } | { script: string }) => Promise<unknown>

function databaseOver(send: Send): D1Database {
  const askedBy = new WeakMap<D1PreparedStatement, Asked>()
  const carryOut = (statements: Asked[]) => send({ statements }) as Promise<D1Result<never>[]>
  const statementOf = (asked: Asked): D1PreparedStatement => {
    const only = async () => {
      const [result] = await carryOut([asked])
      if (!result) throw new Error('D1 returned no result')
      return result
    }
    const statement: D1PreparedStatement = {
      bind: (...values) => statementOf({ ...asked, values: values.map(asSent) }),
      all: only,
      run: only,
      async first(column?: string) {
        const [row] = (await only()).results as Record<string, unknown>[]
        return (row && column !== undefined ? row[column] : row) ?? (null as never)
      },
      raw: () => Promise.reject(new Error('raw() is not supported')) as never,
    }
    askedBy.set(statement, asked)
    return statement
  }
  const session = {
    prepare: (sql: string) => statementOf({ sql, values: [] }),
    batch: (statements: D1PreparedStatement[]) => carryOut(statements.flatMap((one) => askedBy.get(one) ?? [])),
  }
  return {
    ...session,
    exec: (script) => send({ script }) as Promise<D1ExecResult>,
    withSession: () => ({ ...session, getBookmark: () => null }),
    dump: () => Promise.reject(new Error('dump() is not supported; use a backup')),
  }
}

const asSent = (value: unknown) => (value instanceof ArrayBuffer ? [...new Uint8Array(value)] : value)
