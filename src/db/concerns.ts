import type { SQL } from 'drizzle-orm'

/** Whose open pages show something else once a statement has committed. */
export interface Concern {
  users?: readonly number[]
  authorsOf?: readonly number[]
}

type ByRows = (rows: readonly unknown[]) => Concern

const concerns = new WeakMap<object, ByRows>()

/** Notes on a statement whom it concerns. Whoever sends its batch finds it there: no command has to hand it on. */
export function concerning<S extends SQL>(whom: Concern | ByRows, statement: S): S {
  concerns.set(statement, typeof whom === 'function' ? whom : () => whom)
  return statement
}

/** The statement returns `user_id`. */
export const concerningReturned = <S extends SQL>(statement: S): S =>
  concerning((rows) => ({ users: (rows as { user_id: number }[]).map(({ user_id }) => user_id) }), statement)

export function concernsOf(statements: readonly SQL[], rows: readonly (readonly unknown[])[]): Concern[] {
  return statements.flatMap((statement, at) => concerns.get(statement)?.(rows[at] ?? []) ?? [])
}
