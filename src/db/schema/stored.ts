import type { BuildColumns } from 'drizzle-orm'
import {
  type AnySQLiteColumn,
  integer,
  type SQLiteColumnBuilderBase,
  type SQLiteTable,
  type SQLiteTableExtraConfigValue,
  type SQLiteTableWithColumns,
  sqliteTable,
} from 'drizzle-orm/sqlite-core'

/*
 * Every table of the main database is described once, with `stored`: its columns for drizzle, and
 * what the law asks about each of them. A column is wrapped in one word, such as `given(text())`,
 * and does not compile without it. The export of a user's data, the erasure of an account,
 * docs/data.md and /admin/data are made from these facts. migrations/schema.sql explains the
 * columns.
 */

export type Text = readonly [zh: string, en: string]

/** The users who can see the data. `software`: only the code of the site reads it. */
export type Audience = 'everyone' | 'person' | 'personAndAdmins' | 'admins' | 'owner' | 'software'

/**
 * `account`: until the user removes the row, at the latest until the erasure of the account.
 * `content`: as long as the post or comment. `record`: for good, so that figures and decisions stay
 * correct. `site`: as long as the site. `time`: milliseconds.
 */
export type Kept =
  | 'account'
  | 'content'
  | 'record'
  | 'site'
  | { readonly time: number; readonly rest?: Text }

/**
 * What the erasure of an account does with the rows of its user. `deleted`: `eraseAccount` deletes
 * them by the column `of`. `statement`: another statement of erasure.ts deletes them. `trigger`:
 * the trigger deletes them. `kept`: the rows stay under "Deleted user", and columns with `erase`
 * are cleared. `expires`: they end soon anyway.
 */
export type Erasure =
  | 'deleted'
  | 'statement'
  | 'kept'
  | 'expires'
  | { readonly trigger: string }
  | { readonly partly: Text }

/**
 * How many rows a table can have. `most` is a number or the name of a limit in docs/limits.md, such
 * as `FOLDERS_MAX` or `STORAGE_MAX.posts`. `per` is a person, a person and a day, or a row of
 * another table, which has a bound itself. `admins`: members add no rows. `energy`: each row costs
 * energy. Several bounds of one table are added.
 */
export type Bound =
  | 'admins'
  | 'energy'
  | { readonly most: number | string; readonly per: 'person' | 'personAndDay' | (string & {}) }

export type Bounds = Bound | readonly Bound[]

/** A table needs a bound, unless its rows have an age or members add no rows to it. */
type Lifetime =
  | { readonly kept: Exclude<Kept, string> | 'site'; readonly bound?: Bounds }
  | { readonly kept: Exclude<Kept, object | 'site'>; readonly bound: Bounds }

type Shared = Lifetime & {
  /** What the table is for. */
  readonly why: Text
  readonly seenBy: Audience
}

export type ImpersonalFacts = Shared & {
  /** The table is about no person. */
  readonly of: null
}

export type PersonalFacts<Column extends string = string> = Shared & {
  /** The column that identifies the person, itself or by the row that it references. */
  readonly of: Column
  readonly erasure: Erasure
  /** The names of the table in the export of a user's data, or why it is not there. */
  readonly export: readonly string[] | { readonly not: Text }
}

type Value = string | number | null

/** Facts of a column that differ from those of its table. */
interface ColumnFacts {
  /** Names in the export, if they are not the name of the column. By table if it has several. */
  readonly as?: readonly string[] | Readonly<Record<string, readonly string[]>>
  /**
   * The value that replaces this one: `account` in the rows of an erased account, `content` in a
   * post or comment that is erased, also from the bin.
   */
  readonly erase?: { readonly account?: Value; readonly content?: Value }
  readonly seenBy?: Audience
  readonly kept?: Kept
}

/**
 * The words for columns. The first three are in the export, in this order; the next six are not,
 * for the reason that the data register gives.
 */
export type Kind =
  | 'given'
  | 'recorded'
  | 'told'
  | 'secret'
  | 'decider'
  | 'adminRecord'
  | 'computed'
  | 'othersAct'
  | 'internal'
  | 'personal'
  | 'user'
  | 'site'

interface Column<B extends SQLiteColumnBuilderBase = SQLiteColumnBuilderBase> {
  readonly builder: B
  readonly facts: ColumnFacts & { readonly kind: Kind }
}

const word =
  (kind: Kind) =>
  <B extends SQLiteColumnBuilderBase>(builder: B, facts: ColumnFacts = {}): Column<B> => ({
    builder,
    facts: { kind, ...facts },
  })

/** The person wrote or chose it, or the browser of the person sent it. */
export const given = word('given')
/** The site recorded it about the person. */
export const recorded = word('recorded')
/** An admin wrote it for the person. */
export const told = word('told')
/** A secret, or the hash of one. */
export const secret = word('secret')
/** The admin who decided. */
export const decider = word('decider')
/** A record for admins about what they saw and changed. */
export const adminRecord = word('adminRecord')
/** Computed from other columns. */
export const computed = word('computed')
/** Shows what another person did, such as a block. */
export const othersAct = word('othersAct')
/** State of the software. */
export const internal = word('internal')
/** Personal data in a table that is not exported; the table gives the reason. */
export const personal = word('personal')
/** Identifies a user. */
export const user = word('user')
/** About no person. */
export const site = word('site')

/** A required reference to a row of another table. */
export const ref = (target: () => AnySQLiteColumn) => integer().notNull().references(target)

type Columns = Readonly<Record<string, Column>>
type Builders<C extends Columns> = { [Name in keyof C]: C[Name]['builder'] }

export type StoredTable<Name extends string, C extends Columns> = SQLiteTableWithColumns<{
  name: Name
  schema: undefined
  columns: BuildColumns<Name, Builders<C>, 'sqlite'>
  dialect: 'sqlite'
}>

export type TableFacts = (PersonalFacts | ImpersonalFacts) & {
  readonly columns: Readonly<Record<string, Column['facts']>>
}

const FACTS = new Map<SQLiteTable, TableFacts>()

export function stored<Name extends string, C extends Columns>(
  name: Name,
  facts: PersonalFacts<NoInfer<keyof C & string>> | ImpersonalFacts,
  columns: C,
  constraints?: (table: BuildColumns<Name, Builders<C>, 'sqlite'>) => SQLiteTableExtraConfigValue[],
): StoredTable<Name, C> {
  const builders = mapped(columns, ({ builder }) => builder) as Builders<C>
  const table = sqliteTable<Name, Builders<C>>(name, builders, constraints)
  FACTS.set(table, { ...facts, columns: mapped(columns, ({ facts }) => facts) })
  return table
}

/** The facts of a table that was described with `stored`. */
export function factsOf(table: SQLiteTable): TableFacts {
  const facts = FACTS.get(table)
  if (!facts) throw new Error('the table was not described with stored()')
  return facts
}

/** All tables of the files that are loaded, in the order of their descriptions. */
export function storedTables(): SQLiteTable[] {
  return [...FACTS.keys()]
}

function mapped<T>(columns: Columns, change: (column: Column) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, change(column)]))
}
