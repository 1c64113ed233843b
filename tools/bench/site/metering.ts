/**
 * A module around the bundle that counts all database work: of requests, of background tasks, of
 * Durable Objects and of the cron. `objects` are the classes of the Durable Objects.
 */
export function metering(entry: string, objects: string[]): string {
  const wrapped = objects.map(
    (name) =>
      `export class ${name} extends bundle.${name} { constructor(ctx, env) { super(ctx, metered(env)); meterStorage(this) } }`,
  )
  return `import * as bundle from '${entry}'\n${METER}\n${wrapped.join('\n')}`
}

const METER = `
let spent = nothing()
const cursors = []

function nothing() {
  return { roundTrips: 0, rowsRead: 0, rowsWritten: 0 }
}

function count(results) {
  spent.roundTrips++
  for (const { meta } of results) {
    spent.rowsRead += meta.rows_read
    spent.rowsWritten += meta.rows_written
  }
  return results
}

function meteredDatabase(d1) {
  const statement = (raw) => ({
    raw,
    bind: (...values) => statement(raw.bind(...values)),
    all: async () => count([await raw.all()])[0],
    run: async () => count([await raw.run()])[0],
  })
  return {
    getBookmark: () => d1.getBookmark(),
    prepare: (sql) => statement(d1.prepare(sql)),
    batch: async (statements) => count(await d1.batch(statements.map(({ raw }) => raw))),
    withSession: (consistency) => meteredDatabase(d1.withSession(consistency)),
  }
}

function metered(env) {
  return { ...env, DB: meteredDatabase(env.DB), SEARCH: meteredDatabase(env.SEARCH) }
}

/** The storage of a Durable Object is billed by row too. */
function meterStorage(object) {
  const { storage } = object.ctx
  const writes = new Set(['put', 'delete', 'setAlarm', 'deleteAlarm'])
  const exec = (...args) => counted(storage.sql.exec(...args))
  const sql = replaced(storage.sql, (name) => (name === 'exec' ? exec : undefined))
  const watched = replaced(storage, (name) => {
    if (writes.has(name)) spent.rowsWritten++
    return name === 'sql' ? sql : undefined
  })
  const ctx = replaced(object.ctx, (name) => (name === 'storage' ? watched : undefined))
  Object.defineProperty(object, 'ctx', { value: ctx })
}

/** The same object, except for the members that \`instead\` returns. */
function replaced(object, instead) {
  return new Proxy(object, {
    get(target, name) {
      const value = instead(name) ?? target[name]
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

function counted(cursor) {
  cursors.push(cursor)
  return cursor
}

function spentSoFar() {
  for (const { rowsRead, rowsWritten } of cursors.splice(0)) {
    spent.rowsRead += rowsRead
    spent.rowsWritten += rowsWritten
  }
  const result = spent
  spent = nothing()
  return result
}

export default {
  fetch(request, env, ctx) {
    if (request.url.endsWith('/bench/spent')) return Response.json(spentSoFar())
    return bundle.default.fetch(request, metered(env), ctx)
  },
  scheduled: (event, env, ctx) => bundle.default.scheduled(event, metered(env), ctx),
}
`
