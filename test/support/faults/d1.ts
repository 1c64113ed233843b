import { changesSomething, type Faults } from '#test/faults/faults.ts'

type Source = Pick<D1Database, 'prepare' | 'batch'>
type Meet = <T>(statements: readonly string[], carryOut: () => Promise<T>) => Promise<T>

const behind = new WeakMap<object, { statement: D1PreparedStatement; sql: string }>()

/** A database with sessions and statements whose round trips can have faults. */
export function faultyD1(real: D1Database, part: 'DB' | 'SEARCH', faults: Faults): D1Database {
  const meet: Meet = (statements, carryOut) =>
    faults.meet(part, statements.join(';\n'), changesSomething(statements), carryOut)
  const faulty: Omit<D1Database, 'dump'> = {
    ...roundTrips(real, meet),
    exec: (query) => meet([query], () => real.exec(query)),
    withSession: (constraint) => {
      const session = real.withSession(constraint)
      return {
        ...roundTrips(session, meet),
        getBookmark: () => session.getBookmark(),
      } as D1DatabaseSession
    },
  }
  return faulty as D1Database
}

function roundTrips(source: Source, meet: Meet): Source {
  return {
    prepare: (sql) => prepared(source.prepare(sql), sql, meet),
    batch: (statements) => {
      const all = statements.map((one) => behind.get(one) ?? unknown())
      return meet(
        all.map(({ sql }) => sql),
        () => source.batch(all.map(({ statement }) => statement)),
      )
    },
  }
}

function prepared(statement: D1PreparedStatement, sql: string, meet: Meet): D1PreparedStatement {
  const faulty = {
    bind: (...values: unknown[]) => prepared(statement.bind(...values), sql, meet),
    all: () => meet([sql], () => statement.all()),
    run: () => meet([sql], () => statement.run()),
    first: () => meet([sql], () => statement.first()),
    raw: () => meet([sql], () => statement.raw()),
  } as unknown as D1PreparedStatement
  behind.set(faulty, { statement, sql })
  return faulty
}

function unknown(): never {
  throw new Error('a statement of another database')
}
