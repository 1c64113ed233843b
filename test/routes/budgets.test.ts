import { beforeAll, expect, test } from 'vitest'
import { roundTrips, rowsRead, rowsWritten } from '#test/cost.ts'
import { type FullScan, forgetStatements, newFullScans } from '#test/full-scans.ts'
import { faultsIn } from '#test/markup.ts'
import { World } from '#test/world.ts'
import type { Example } from '#web/openapi/examples.ts'
import scaling from '../../docs/scaling.md?raw'
import { MODELLED_ROUTES } from '../model/catalogue.ts'
import { exampleOf, isRecording } from './examples.ts'
import { figuresOf } from './figures.ts'
import { createPeopleOf } from './people.ts'
import type { People, RouteLine } from './route-line.ts'
import { ready } from './sending.ts'
import { ROUTES } from './table.ts'

const ROWS_MAX = 30

/**
 * The number of lines whose people are created together. The first command is alone, because it
 * reads every row.
 */
const LINES_A_BATCH = 25

const world = new World()
const commands = Object.keys(ROUTES).filter((name) => !name.startsWith('GET '))
const ownReads = Object.keys(ROUTES).filter(
  (name) => name.startsWith('GET ') && ROUTES[name]?.access === 'signedIn',
)
const examples = new Map<string, Example>()
const made = new Map<string, Promise<People[]>>()
const changingFigures: string[] = []

/**
 * Public reads change nothing, so they share one site and its people, and so do the reads of
 * admins. The other lines have their own people, and so have reads of the user's own site, because
 * the site caches pages of members.
 */
async function peopleFor(name: string, { access }: RouteLine): Promise<People> {
  const [nth, ownRead] = [commands.indexOf(name), ownReads.indexOf(name)]
  if (ownRead >= 0) return inBatch('reads', ownRead, () => new World(), 1)
  if (nth > 0) return inBatch('commands', nth - 1, () => world)
  const readers = access === 'public' ? 'public' : 'admins'
  return inBatch(nth === 0 ? 'first' : readers, 0, () => new World(), 1)
}

async function inBatch(
  name: string,
  nth: number,
  site: () => World,
  size = LINES_A_BATCH,
): Promise<People> {
  const batch = `${name} ${Math.floor(nth / size)}`
  const people = made.get(batch) ?? createPeopleOf(Array.from({ length: size }, site))
  made.set(batch, people)
  const found = (await people)[nth % size]
  if (!found) throw new Error(`no people for ${batch}`)
  return found
}

beforeAll(forgetStatements)

test.each(Object.entries(ROUTES))(
  '%s stays within its budget, and pages are valid HTML',
  async (name, line) => {
    const people = await peopleFor(name, line)
    const { request, send } = await ready(people, name, line)
    const isCommand = commands.includes(name)
    const figures = isCommand && (await figuresOf(people.world))
    const response = await send()
    if (figures !== false && figures !== (await figuresOf(people.world))) changingFigures.push(name)
    const { status, headers, text, json } = response
    expect(status, text.slice(0, 500)).toBe(line.status)
    examples.set(name, exampleOf(request.path, request.json, status, status < 300 ? json : null))
    expect(roundTrips(response), 'D1 round trips').toBeLessThanOrEqual(line.trips)
    expect(rowsRead(response), 'rows read').toBeLessThanOrEqual(line.rows ?? ROWS_MAX)
    expect(rowsWritten(response), 'rows written').toBeLessThanOrEqual(line.written ?? 0)
    if (headers.get('content-type')?.startsWith('text/html'))
      expect(await faultsIn(text)).toEqual([])
  },
)

/** Full scans that read few rows, by a part of the plan and the statement, and the reason. */
const BOUNDED_SCANS: Record<string, string> = {
  'FROM sqlite_sequence': 'one row per table, read once by a backup',
  'WHERE TRUE ORDER BY': 'a list without a filter reads the rows of its page',
  audit_log_public: 'the index has only public entries, in the order of the page',
  oauth_apps_registered: 'a trigger allows 50 applications',
  'a.address, a.author_id': 'a report has at most 100 groups',
  'FROM blocked_hosts': 'BLOCKED_HOSTS_MAX, read by admins',
  'FROM site_numbers': 'a row for each setting that is a number',
  comments_live: 'the index has only comments that are not deleted, in the order of the page',
  'INDEXED BY search_queue_next':
    'the index is in the order of a turn, which takes ten posts and skips only claimed ones',
  'FROM held_approvals': 'an approval is held for minutes',
  'AS has_company': 'EXISTS stops at the first row',
  report_cases_open: 'the index has only open cases, in the order of the page',
  'AS imports': 'the count stops at 10,000, and few subscriptions and imports have ended',
  "FROM outbox WHERE channel = 'mail'":
    'a page of the owner: it also reads newer letters and push messages',
  'SELECT 1 AS id WHERE (SELECT value FROM site_totals':
    'the check of all figures, which owners start',
  'changes() > 0': 'runs once, when the key of push messages changes',
  site_styles: 'the table has six rows at most',
  profile_reviews_pending: 'the index has only pending reviews, in the order of the page',
  'FROM reset_requests ORDER BY id LIMIT 100': 'the cron deletes the rows that it reads',
  "+status <> 'deleted' and exp >=":
    'for owners; an index on exp would cost a row for each change of exp',
}

test('no statement of a route reads a growing table from its beginning', async () => {
  const scans = await newFullScans()
  const lineOf = ({ plan, sql }: FullScan) => `${plan}: ${sql.replace(/\s+/g, ' ')}`
  const lines = scans.map(lineOf)
  const parts = Object.keys(BOUNDED_SCANS)
  expect(lines.filter((line) => !parts.some((part) => line.includes(part)))).toEqual([])
  expect(parts.filter((part) => !lines.some((line) => line.includes(part)))).toEqual([])
})

/** Commands without a rule in test/model, and the reason. */
const OUTSIDE_THE_MODEL: Record<string, string> = {
  'POST /api/energize': 'another path of POST /api/energy/energize',
  'POST /api/posts/:id/submit': 'another path of POST /api/studio/posts/:id/submit',
  'POST /space/:uid': 'the form of POST /api/users/:uid/follow',
  'POST /series/:id': 'the form of POST /api/series/:id/follow',
  'POST /api/settings/avatar':
    'the model has no images; its reward is the one of a name, which the model has',
  'POST /api/admin/posts/batch': 'the moves of single posts, which the model has, one by one',
  'POST /api/admin/comments/batch-delete': 'DELETE /api/admin/comments/:id, one by one',
  'POST /api/admin/users/:uid/hide': 'runs in the background; hide.test.ts checks the invariants',
  'DELETE /api/admin/users/:uid/hide': 'the same',
  'DELETE /api/admin/tags/:tag':
    'continues in the background; change.test.ts checks the invariants',
}

test('every command that changes a figure has a rule in the model, or a reason for none', () => {
  const withoutRule = changingFigures.filter((route) => !MODELLED_ROUTES.has(route))
  expect(withoutRule.sort()).toEqual(Object.keys(OUTSIDE_THE_MODEL).sort())
})

test.runIf(isRecording)('the examples of the API reference are recorded', async () => {
  const lines = [...examples].flatMap(([name, example]) =>
    / \/api\/(?!docs|openapi)/.test(name)
      ? `${JSON.stringify(name)}: ${JSON.stringify(example)}`
      : [],
  )
  await expect(`{\n${lines.sort().join(',\n')}\n}\n`).toMatchFileSnapshot(
    '../../src/web/openapi/examples.json',
  )
})

test('only a route line whose example is a refusal gives a reason', () => {
  const refused = Object.entries(ROUTES).filter(([, { status }]) => status >= 400)
  expect(refused.map(([name]) => name)).toEqual(
    Object.entries(ROUTES).flatMap(([name, { because }]) => (because === undefined ? [] : name)),
  )
})

const COMMANDS = {
  like: 'POST /api/posts/:id/like',
  comment: 'POST /api/posts/:id/comments',
  'comment like': 'POST /api/comments/:id/like',
  energize: 'POST /api/energy/energize',
  'new post': 'POST /api/studio/posts',
}

test.each(Object.entries(COMMANDS))(
  'docs/scaling.md names every row that a %s writes',
  (command, route) => {
    const written = ROUTES[route]?.written
    expect(
      Number(new RegExp(`^\\| ${command} \\| [\\d–]+ \\| (\\d+) \\|`, 'm').exec(scaling)?.[1]),
    ).toBe(written)
    const part =
      scaling.split(/^### /m).find((it) => it.toLowerCase().startsWith(`${command}\n`)) ?? ''
    const rows = [...part.matchAll(/^\| (\d+) \|/gm)].map(([, count]) => Number(count))
    expect(rows.reduce((sum, count) => sum + count, 0)).toBe(written)
  },
)
