import { getTableName } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { exportsOf, referenceOf } from '#db/schema/facts.ts'
import {
  type Bound,
  type Erasure,
  factsOf,
  type Kept,
  type Kind,
  type TableFacts,
  type Text,
} from '#db/schema/stored.ts'
import { registerTexts } from '#features/operations/admin/data/text.ts'
import { DAY, HOUR, MINUTE } from '#kernel/clock.ts'
import type { Language } from '#kernel/i18n.ts'

export interface RegisterTable {
  name: string
  why: string
  /** The column that identifies the person, and the columns that it refers to. */
  whose: string
  kept: string
  /** How many rows the table can have. */
  bound: string
  seenBy: string
  export: string
  erasure: string
  columns: { kind: string; columns: { name: string; notes: string }[] }[]
}

export interface RegisterArea {
  name: string
  personal: RegisterTable[]
  /** Tables about no person, without their columns. */
  others: Pick<RegisterTable, 'name' | 'why' | 'kept' | 'bound' | 'seenBy'>[]
}

/**
 * The data register: what the site stores about whom, why, how long, who sees it, and what the
 * export and the erasure do. Made from src/db/schema, which only this function loads completely.
 */
export async function dataRegister(language: Language): Promise<RegisterArea[]> {
  const { TABLES_BY_AREA } = await import('#db/schema/index.ts')
  const text = registerTexts[language]
  return Object.entries(TABLES_BY_AREA).map(([area, tables]) => ({
    name: text.areas[area as keyof typeof TABLES_BY_AREA],
    personal: tables.flatMap((table) => personalTable(table, language) ?? []),
    others: tables.flatMap((table) => {
      const facts = factsOf(table)
      const { of, why, kept, seenBy } = facts
      if (of !== null) return []
      return {
        name: getTableName(table),
        why: inLanguage(why, language),
        kept: keptText(kept, language),
        bound: boundText(facts, language),
        seenBy: text.audiences[seenBy],
      }
    }),
  }))
}

function personalTable(table: SQLiteTable, language: Language): RegisterTable | null {
  const facts = factsOf(table)
  if (facts.of === null) return null
  const text = registerTexts[language]
  const names = exportsOf(table)
  return {
    name: getTableName(table),
    why: inLanguage(facts.why, language),
    whose: whoseOf(table).join(' → '),
    kept: keptText(facts.kept, language),
    bound: boundText(facts, language),
    seenBy: text.audiences[facts.seenBy],
    export:
      'not' in facts.export ? text.not(inLanguage(facts.export.not, language)) : names.join(', '),
    erasure: erasureText(facts.erasure, language),
    columns: columnsByKind(table, language),
  }
}

/** Such as `post_id`, `posts.author_id`. */
function whoseOf(table: SQLiteTable): string[] {
  const { of } = factsOf(table)
  if (of === null) return []
  const parent = referenceOf(table, of)
  if (parent === null || factsOf(parent.table).of === parent.column) return [of]
  return [of, ...whoseOf(parent.table).map((column) => `${getTableName(parent.table)}.${column}`)]
}

function columnsByKind(table: SQLiteTable, language: Language): RegisterTable['columns'] {
  const text = registerTexts[language]
  const columns = Map.groupBy(Object.entries(factsOf(table).columns), ([, { kind }]) => kind)
  const kinds = Object.keys(text.kinds) as Kind[]
  return kinds.flatMap((kind) => {
    const found = columns.get(kind)
    if (found === undefined) return []
    return {
      kind: text.kinds[kind],
      columns: found.map(([name, { seenBy, kept, erase }]) => ({
        name,
        notes: [
          seenBy && text.audiences[seenBy],
          kept && keptText(kept, language),
          erase && text.cleared,
        ]
          .filter((note) => note !== undefined)
          .join(text.comma),
      })),
    }
  })
}

const inLanguage = ([zh, en]: Text, language: Language) => (language === 'en' ? en : zh)

function keptText(kept: Kept, language: Language): string {
  const text = registerTexts[language]
  if (typeof kept === 'string') return text.kept[kept]
  const { time, rest } = kept
  const lasts = lastsText(time, language)
  return rest ? `${lasts}${text.comma}${inLanguage(rest, language)}` : lasts
}

function lastsText(time: number, language: Language): string {
  const text = registerTexts[language]
  if (time % DAY === 0) return text.days(time / DAY)
  if (time % HOUR === 0) return text.hours(time / HOUR)
  return text.minutes(time / MINUTE)
}

function boundText({ kept, bound }: TableFacts, language: Language): string {
  const { bounds } = registerTexts[language]
  if (bound === undefined) return kept === 'site' ? bounds.admins : bounds.age
  return [bound]
    .flat()
    .map((part) => oneBound(part, language))
    .join(' + ')
}

function oneBound(bound: Bound, language: Language): string {
  const { bounds } = registerTexts[language]
  if (typeof bound === 'string') return bounds[bound]
  const { most, per } = bound
  if (per === 'person') return bounds.person(most)
  if (per === 'personAndDay') return bounds.personAndDay(most)
  return bounds.row(most, per)
}

function erasureText(erasure: Erasure, language: Language): string {
  const text = registerTexts[language]
  if (typeof erasure === 'string') return text.erasures[erasure]
  if ('trigger' in erasure) return text.byTrigger(erasure.trigger)
  return inLanguage(erasure.partly, language)
}
