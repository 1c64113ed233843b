/**
 * The outbox. Everything that leaves the site is a row of `outbox`, committed in the batch of its
 * cause. This file sends it: after the response (`waitUntil`, a few rows of one channel) and by the
 * minute cron. Each channel has a `Sender` (sender.ts): `open` loads what a group of rows has in
 * common and returns the function that sends one row and returns an outcome, with statements that
 * commit with it. The engine does the rest: it claims rows, so that no other run sends them and a
 * killed run loses nothing; sends one row at a time per `target` (the host); waits between
 * attempts; and leaves a target that is down to the next run. A row is sent at least once: if the
 * process dies between the send and the outcome, it is sent again.
 *
 * To add a channel: insert rows with `channel`, `kind`, `target`, `ref`, `payload` (JSON), `status`
 * = 'queued', `next_attempt_at` and `created_at`; write a sender; add it to jobs.ts. Mail alone
 * waits as 'waiting' and has no target.
 */

import { sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'
import type { Claimed, Outcome, Sender } from '#features/core/outbox/sender.ts'
import { after, type Clock, DAY, HOUR, MINUTE, SECOND, systemClock } from '#kernel/clock.ts'
import { randomId } from '#kernel/ids.ts'

/**
 * The time before each repetition. It is up to a fifth longer or shorter by chance, and longer if
 * the target asks for it. After the last attempt, the row fails.
 */
export const WAITS = [1 * MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 12 * HOUR]
const JITTER = 0.2
/**
 * Longer than any attempt takes. If a run is killed, its rows are tried again after this time. On
 * one machine they are tried again when the runtime starts (`claimsReleased`).
 */
export const CLAIMED_FOR = 10 * MINUTE

interface Limits {
  /** Maximum number of rows that this run tries. */
  most: number
  /** After this time, the run starts no further group of rows. */
  time?: number
  /** Also measures how long receivers take to respond. */
  clock?: Clock
}

/**
 * Sends the rows that are due, in groups: of each channel at most `parallel` rows at the same time,
 * and of each target one. If every row of a group for one target says that the target is down, the
 * run sends nothing more to it, so that its other rows keep their attempts for a later run. Returns
 * the number of rows that were tried.
 */
export async function deliver(
  db: Database,
  senders: readonly Sender[],
  now: Date,
  limits: Limits,
): Promise<number> {
  const { most, time = HOUR, clock = systemClock } = limits
  const start = clock()
  const end = after(start, time)
  const down = new Set<string>()
  let busy = senders
  let tried = 0
  while (busy.length > 0 && tried < most && clock() < end) {
    // Rows that were added meanwhile are due too, because the request that added them does not send
    // to a target to which this run is sending.
    const moment = after(now, clock().getTime() - start.getTime())
    const claimed = await claim(db, busy, [...down], moment, most - tried)
    const groups = claimed.filter(({ rows }) => rows.length > 0)
    busy = groups.map(({ sender }) => sender)
    const outcomes = await Promise.all(
      groups.map(({ sender, rows }) => sendGroup(db, sender, rows, now, clock)),
    )
    tried += outcomes.flat().length
    // A target is down if the outcome of every row for it says so. All mail has one target, the
    // mail service.
    for (const [target, sent] of Map.groupBy(outcomes.flat(), (outcome) => outcome.target))
      if (sent.every(({ isDown }) => isDown)) down.add(target)
  }
  return tried
}

/**
 * For a request, after its response. If this run is still sending to a target when a further row
 * for it is added, it sends that row too.
 */
export function deliverNow(
  db: Database,
  sender: Sender,
  clock: Clock,
  most: number,
): Promise<number> {
  return deliver(db, [sender], clock(), { most, clock })
}

interface ClaimedBySender {
  sender: Sender
  rows: Claimed[]
}

/**
 * Claims rows, so that no other run sends them. The claim also sets the time of the next attempt,
 * so a row is not lost if this run is killed.
 */
async function claim(
  db: Database,
  senders: readonly Sender[],
  down: readonly string[],
  now: Date,
  most: number,
): Promise<ClaimedBySender[]> {
  const id = randomId()
  const rows = await db.batch(
    senders.map(
      (sender) => sql<Claimed>`
        UPDATE outbox SET claim = ${id}, attempts = attempts + 1, next_attempt_at = ${after(now, CLAIMED_FOR).toISOString()}
        WHERE id IN (${due(sender, down, now, Math.min(sender.parallel, most))})
        RETURNING *`,
    ),
  )
  return senders.map((sender, n) => ({ sender, rows: rows[n] ?? [] }))
}

/**
 * Releases the claims of runs that began before this time, so that their rows are due. Only for a
 * site on one machine, whose previous runtime has ended: nothing else would end these claims before
 * CLAIMED_FOR, and until then no other row is sent to their targets.
 */
export function claimsReleased(before: Date): Statement[] {
  const at = before.toISOString()
  // One statement for each status, because each status has an index of its own.
  return [sql`status = 'waiting'`, sql`status = 'queued'`].map(
    (isOpen) => sql`
      UPDATE outbox SET claim = NULL, next_attempt_at = ${at}
      WHERE ${isOpen} AND claim IS NOT NULL
        AND next_attempt_at <= ${after(before, CLAIMED_FOR).toISOString()}`,
  )
}

function due({ channel }: Sender, down: readonly string[], now: Date, limit: number): Statement {
  const at = now.toISOString()
  if (channel === 'mail')
    return sql`
      SELECT id FROM outbox INDEXED BY outbox_due
      WHERE status = 'waiting' AND next_attempt_at <= ${at} AND ${down.includes(channel) ? 0 : 1}
      ORDER BY next_attempt_at, id LIMIT ${limit}`
  // The statement walks from target to target and takes one row of each, so that a host with many
  // waiting rows does not delay the others.
  const queued = sql`outbox INDEXED BY outbox_queued WHERE status = 'queued' AND channel = ${channel}`
  return sql`
    WITH RECURSIVE targets (target) AS (
      SELECT MIN(target) FROM ${queued}
      UNION ALL
      SELECT (SELECT MIN(target) FROM ${queued} AND target > targets.target) FROM targets WHERE target IS NOT NULL)
    SELECT first.id FROM targets JOIN outbox first ON first.id = (
      SELECT id FROM ${queued} AND outbox.target = targets.target AND next_attempt_at <= ${at}
      ORDER BY next_attempt_at, id LIMIT 1)
    WHERE targets.target NOT IN (SELECT value FROM json_each(${JSON.stringify(down)})) AND NOT EXISTS (
      SELECT 1 FROM ${queued} AND outbox.target = targets.target AND claim IS NOT NULL AND next_attempt_at > ${at})
    ORDER BY first.next_attempt_at, first.id LIMIT ${limit}`
}

async function sendGroup(
  db: Database,
  sender: Sender,
  rows: readonly Claimed[],
  now: Date,
  clock: Clock,
) {
  const send = await sender.open(db, rows, now).catch((error) => () => Promise.reject(error))
  return Promise.all(
    rows.map(async (row) => {
      const started = clock()
      const outcome = await send(row).catch(unexpected)
      // Each outcome is written immediately, so that a row that was sent is not sent again.
      await db.batch(settle(row, outcome, clock().getTime() - started.getTime(), now))
      return {
        target: row.target ?? sender.channel,
        isDown: 'isDown' in outcome && outcome.isDown === true,
      }
    }),
  )
}

/** The outcome of a bug of the sender or of an outage. */
function unexpected(error: unknown): Outcome {
  console.error(
    JSON.stringify({
      level: 'error',
      job: 'send',
      error: error instanceof Error ? error.stack : String(error),
    }),
  )
  return { status: 'retry', problem: String(error).slice(0, PROBLEM_MAX), isDown: true }
}

export const PROBLEM_MAX = 500

function settle(row: Claimed, outcome: Outcome, duration: number, now: Date): Statement[] {
  const { response = null, also = [] } = outcome
  const facts = sql`claim = NULL, response_status = ${response}, duration_ms = ${duration}`
  if ('problem' in outcome) {
    const { problem, retryAfter = 0, ifFailed = [] } = outcome
    const wait = outcome.status === 'failed' ? undefined : WAITS[row.attempts - 1]
    const jitter = 1 + JITTER * (2 * Math.random() - 1)
    const asked = Math.min(retryAfter * SECOND, Math.max(...WAITS))
    const next =
      wait === undefined
        ? sql`status = 'failed', settled_at = ${now.toISOString()}`
        : sql`next_attempt_at = ${after(now, Math.max(Math.round(wait * jitter), asked)).toISOString()}`
    return [
      sql`UPDATE outbox SET ${next}, problem = ${problem.slice(0, PROBLEM_MAX)}, ${facts} WHERE ${isOurs(row)}`,
      ...also,
      ...(wait === undefined ? ifFailed : []),
    ]
  }
  const { status, messageId = null } = outcome
  if (status === 'removed') return [sql`DELETE FROM outbox WHERE ${isOurs(row)}`, ...also]
  // A mail that is kept on the site was not tried, and its text stays, because the owner reads it.
  const content = status === 'kept' ? sql`attempts = attempts - 1` : sql`letter = NULL`
  return [
    sql`UPDATE outbox SET status = ${status}, settled_at = ${now.toISOString()}, problem = NULL, message_id = ${messageId},
          ${content}, ${facts} WHERE ${isOurs(row)}`,
    ...also,
  ]
}

/**
 * Whether the row still belongs to this run. It does not if it was settled while it was being sent,
 * for example because the token in its link became invalid.
 */
function isOurs({ id, claim }: Claimed): Statement {
  return sql`id = ${id} AND claim = ${claim} AND settled_at IS NULL`
}

/** How long the owner sees the outcome of a row. */
export const OUTBOX_KEPT_FOR = 30 * DAY
const ROWS_A_RUN = 1_000

/** For the cron: deletes old rows, a bounded number per run. */
export function forgetSettled(now: Date): Statement {
  const oldest = after(now, -OUTBOX_KEPT_FOR).toISOString()
  return sql`
    DELETE FROM outbox WHERE id IN (SELECT id FROM outbox WHERE settled_at <= ${oldest} LIMIT ${ROWS_A_RUN})`
}
