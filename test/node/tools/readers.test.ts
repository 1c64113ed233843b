import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inRoot } from '../../../scripts/build/paths.ts'
import { DatabaseSync } from '../../../scripts/site/sqlite.ts'
import { readersTable, withTable } from '../../../tools/bench/readers/index.ts'
import { readMeasured } from '../../../tools/bench/readers/measured.ts'
import { CHECK_IN_ROWS, monthOf } from '../../../tools/bench/readers/month.ts'
import { A_MEMBER, A_READER, BYTES } from '../../../tools/bench/readers/traffic.ts'

test('docs/scaling.md shows the output of npm run bench -- readers', () => {
  const page = readFileSync(inRoot('docs/scaling.md'), 'utf8')
  expect(page).toContain('<!-- npm run bench -- readers -->')
  expect(withTable(page, readersTable())).toBe(page)
})

test('a bill is the sum of the measured costs of all requests', () => {
  const each = { rowsRead: 1, rowsWritten: 1, cpuMs: 1 }
  const { amounts, dollars, primary } = monthOf(100e6, { scene: () => each, databaseMs: 1 })
  const members = 100e6 * A_READER.members
  const commands = members * (A_MEMBER.likes + A_MEMBER.comments + A_MEMBER.energizes + A_MEMBER.posts)
  const pages = 100e6 * (A_READER.pages + A_READER.searches) + members * A_MEMBER.pages
  expect(amounts.requests).toBeCloseTo(pages + commands)
  expect(amounts.rowsWritten - amounts.requests).toBeCloseTo(members * A_MEMBER.checkIns * CHECK_IN_ROWS)
  expect(dollars.rowsWritten).toBeCloseTo((amounts.rowsWritten - 50e6) / 1e6)
  expect(primary.busy).toBeCloseTo(primary.perSecond / 1_000)
  expect(readFileSync(inRoot('test/routes/account.ts'), 'utf8')).toMatch(
    new RegExp(`checkin': \\{[^}]*written: ${CHECK_IN_ROWS},`),
  )
})

test('twice the readers cost at least twice as much, except for the included amounts', () => {
  const measured = readMeasured()
  const [ten, twenty] = [monthOf(10e6, measured), monthOf(20e6, measured)]
  expect(twenty.amounts.rowsRead).toBeCloseTo(2 * ten.amounts.rowsRead)
  expect(twenty.total - 5).toBeGreaterThan(2 * (ten.total - 5))
})

test('the row sizes of the simulation are those of the database', () => {
  const people = 1_000
  const db = new DatabaseSync(':memory:')
  const folder = inRoot('migrations/db')
  for (const name of readdirSync(folder).sort()) db.exec(readFileSync(`${folder}/${name}`, 'utf8'))
  const size = () => Number(Object.values(db.prepare('PRAGMA page_count').get() ?? {})[0]) * 4_096
  const grows = (count: number, statement: string) => {
    const before = size()
    db.exec(`WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${count - 1}) ${statement}`)
    return (size() - before) / count
  }
  const at = `strftime('%Y-%m-%dT%H:%M:%fZ', '2026-01-01', '+' || i || ' seconds')`
  const measured = {
    person: grows(
      people,
      `INSERT INTO users (uid, email, username, username_key, exp, created_at)
      SELECT 10001 + i, 'reader' || i || '@example.com', 'Reader ' || i, 'reader ' || i, 100, ${at} FROM n`,
    ),
    post: grows(
      people,
      `INSERT INTO posts (author_id, status, title, summary, body, tags, created_at, updated_at, published_at, hot)
      SELECT 10001 + i, 'approved', 'A title of a usual length ' || i, substr(hex(zeroblob(75)), 1, 150),
        hex(zeroblob(1500)), '[["tag","Tag"],["other","Other"]]', ${at}, ${at}, ${at}, 1767225600 + i FROM n`,
    ),
    like: grows(
      5_000,
      `INSERT INTO post_likes (user_id, post_id, created_at)
      SELECT 10001 + i % ${people}, 1 + (i / ${people} * 997 + i * 7) % ${people}, ${at} FROM n`,
    ),
    comment:
      grows(
        5_000,
        `INSERT INTO comments (post_id, author_id, body, created_at)
      SELECT 1 + i % ${people}, 10001 + (i * 7) % ${people}, hex(zeroblob(60)), ${at} FROM n`,
      ) +
      grows(
        5_000,
        `INSERT INTO notifications (user_id, kind, category, related_id, actor_id, data, created_at, comment_id)
      SELECT 10001 + i % ${people}, 'NotifyComment', 'comment', 1, 10001, json_object('title', 'A title of a usual length',
        'excerpt', hex(zeroblob(30))), ${at}, 1 + i FROM n`,
      ),
    checkIn:
      grows(
        5_000,
        `INSERT INTO user_check_ins (user_id, day, created_at)
      SELECT 10001 + i % ${people}, date('2026-01-01', '+' || (i / ${people}) || ' days'), ${at} FROM n`,
      ) +
      grows(
        5_000,
        `INSERT INTO energy_log (id, user_id, amount, reason, balance_after, created_at)
      SELECT 1 + i, 10001 + i % ${people}, 1, 'checkin', 1 + i / ${people}, ${at} FROM n`,
      ),
    energize:
      grows(
        5_000,
        `INSERT INTO post_energize_log (id, user_id, post_id, amount, exp_gained, created_at)
      SELECT 5001 + 2 * i, 10001 + (i + 1 + i / ${people}) % ${people}, 1 + i % ${people}, 1, 0, ${at} FROM n`,
      ) +
      2 *
        grows(
          5_000,
          `INSERT INTO energy_log (id, user_id, amount, reason, balance_after, post_id, created_at)
      SELECT 5001 + i, 10001 + i % ${people}, 1, 'energized', 6 + i / ${people}, 1 + i % ${people}, ${at} FROM n`,
        ),
  }
  for (const [thing, bytes] of Object.entries(measured)) {
    const reckoned = BYTES[thing as keyof typeof BYTES]
    expect(bytes / reckoned, `${thing}: ${Math.round(bytes)} bytes, not ${reckoned}`).toBeGreaterThan(0.8)
    expect(bytes / reckoned, `${thing}: ${Math.round(bytes)} bytes, not ${reckoned}`).toBeLessThan(1.2)
  }
})
