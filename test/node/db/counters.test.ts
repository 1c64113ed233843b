import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { filesIn } from '../source.ts'

interface Trigger {
  event: string
  table: string
  when: string
  body: string
}

const schema = readFileSync('migrations/schema.sql', 'utf8')
const triggers: Trigger[] = [
  ...schema.matchAll(
    /^CREATE TRIGGER \w+\n(?:BEFORE|AFTER) (?<event>INSERT|DELETE|UPDATE[^\n]*?) ON (?<table>\w+)\n(?<when>[\s\S]*?)BEGIN\n(?<body>[\s\S]*?)\nEND;/gm,
  ),
].map(({ groups }) => groups as unknown as Trigger)

/**
 * The counters that a trigger changes by addition: `posts.likes_count`,
 * `site_totals.value(open_reports)`.
 */
function countersOf({ body }: Trigger): string[] {
  return body.split(';').flatMap((statement) => {
    const table = /(?:INSERT INTO|UPDATE) (\w+)/.exec(statement)?.[1]
    const total = /name = '(\w+)'/.exec(statement)?.[1]
    return Array.from(statement.matchAll(/\b(\w+) = \1 [+-]/g), ([, column]) =>
      total === undefined ? `${table}.${column}` : `${table}.${column}(${total})`,
    )
  })
}

/** Counters that do not go down when a row goes, with the reason. */
const ONLY_UP: Record<string, string> = {
  'comment_mentions → comments.mentions_made':
    'counts the mentions that were ever made, which is the limit',
  'user_check_ins → site_daily.check_ins': 'what happened on a day',
  'users → site_daily.users': 'what happened on a day',
}

const refusesDeletes = (table: string) =>
  triggers.some(
    (one) => one.table === table && one.event === 'DELETE' && one.body.includes('RAISE(ABORT'),
  )

const code = [...filesIn('src', /\.tsx?$/), ...filesIn('scripts', /\.ts$/)].map((path) =>
  readFileSync(path, 'utf8'),
)
/** The tables whose rows a trigger or the code deletes. */
const withDeletes = new Set([schema, ...code].join('\n').match(/(?<=DELETE FROM )\w+/g))

const counting = triggers
  .filter(({ event }) => event === 'INSERT')
  .flatMap((trigger) => countersOf(trigger).map((counter) => ({ ...trigger, counter })))

test('a counter that grows with a row shrinks when the row is deleted', () => {
  expect(counting.length).toBeGreaterThan(30)
  const shrinks = ({ table, counter }: { table: string; counter: string }) =>
    triggers.some(
      (one) => one.table === table && one.event === 'DELETE' && countersOf(one).includes(counter),
    )
  const wrong = counting
    .filter((one) => !shrinks(one) && !refusesDeletes(one.table) && withDeletes.has(one.table))
    .map(({ table, counter }) => `${table} → ${counter}`)
  expect([...new Set(wrong)].filter((name) => !(name in ONLY_UP))).toEqual([])
  const all = counting.map(({ table, counter }) => `${table} → ${counter}`)
  expect(Object.keys(ONLY_UP).filter((name) => !all.includes(name))).toEqual([])
})

test('a counter of rows in one state follows every change of the state', () => {
  const wrong = counting.flatMap(({ table, when, counter }) => {
    const columns = Array.from(
      when.matchAll(/NEW\.(\w+) (?:=|IS NULL|IS NOT NULL)/g),
      ([, column = '']) => column,
    )
    return columns
      .filter(
        (column) => !triggers.some((one) => one.table === table && follows(one, column, counter)),
      )
      .map((column) => `${table}.${column} → ${counter}`)
  })
  expect(wrong).toEqual([])
})

function follows(trigger: Trigger, column: string, counter: string): boolean {
  const columns = /^UPDATE OF (.*)$/.exec(trigger.event)?.[1]?.split(', ')
  return (
    (columns?.includes(column) ?? trigger.event === 'UPDATE') &&
    countersOf(trigger).includes(counter)
  )
}
