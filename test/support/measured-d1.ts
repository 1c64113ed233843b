interface Behaviour {
  /** The time in milliseconds that each statement reports as its duration. */
  duration?: number
  /** Each call waits for this, such as until a test releases it. */
  before?: (sql: string) => Promise<void>
}

/** The database with calls that report another duration, or that wait. */
export function measuredD1(d1: D1Database, { duration, before }: Behaviour): D1Database {
  const measured = <Row>(result: D1Result<Row>) => {
    if (duration !== undefined) result.meta.duration = duration
    return result
  }
  const queries = new WeakMap<D1PreparedStatement, string>()
  const source = (real: D1Database | D1DatabaseSession) => ({
    prepare: (sql: string) => ({
      bind: (...values: unknown[]) => {
        const statement = real.prepare(sql).bind(...values)
        const all = statement.all.bind(statement)
        queries.set(statement, sql)
        return Object.assign(statement, {
          all: async () => {
            await before?.(sql)
            return measured(await all())
          },
        })
      },
    }),
    batch: async (statements: D1PreparedStatement[]) => {
      await before?.(statements.map((each) => queries.get(each)).join(';'))
      return (await real.batch(statements)).map(measured)
    },
  })
  const withSession = (from?: string) => {
    const session = d1.withSession(from)
    return { ...source(session), getBookmark: () => session.getBookmark() }
  }
  return { ...source(d1), withSession } as unknown as D1Database
}
