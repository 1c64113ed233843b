import type { SQL } from 'drizzle-orm'

/**
 * Users whose open pages must be updated after a statement has committed: `users`, and the authors of the posts
 * `authorsOf`.
 */
export interface Concern {
  users?: readonly number[]
  authorsOf?: readonly number[]
}

type ByRows = (rows: readonly unknown[]) => Concern

const concerns = new WeakMap<object, ByRows>()

/** Tags a statement with the users to notify after commit. `openDb` reads the tag, so commands need not pass it on. */
export function concerning<S extends SQL>(concern: Concern | ByRows, statement: S): S {
  concerns.set(statement, typeof concern === 'function' ? concern : () => concern)
  return statement
}

/** For a statement that returns `user_id`. */
export const concerningReturned = <S extends SQL>(statement: S): S =>
  concerning((rows) => ({ users: (rows as { user_id: number }[]).map(({ user_id }) => user_id) }), statement)

export function concernsOf(statements: readonly SQL[], rows: readonly (readonly unknown[])[]): Concern[] {
  return statements.flatMap((statement, at) => concerns.get(statement)?.(rows[at] ?? []) ?? [])
}
