import { Failure } from '../bootstrap/failure.mjs'

const MINUTE = 60_000
/**
 * How far back a missed run is made up for, after the clock was set forward or the machine slept.
 */
const MISSED_MAX = 24 * 60 * MINUTE

/** The seconds before each repetition. A runtime that crashed needs about one to start again. */
const WAITS = [1, 5, 20]

/**
 * Repeats work that fails because the runtime cannot be reached: it is starting again, or it has
 * just closed the connection. The work may have been done, so it must be idempotent.
 */
export async function repeated<Result>(work: () => Promise<Result>): Promise<Result> {
  for (const seconds of WAITS) {
    try {
      return await work()
    } catch {
      await new Promise<void>((resolve) => void setTimeout(resolve, seconds * 1_000).unref())
    }
  }
  return work()
}

/**
 * Calls `run` at every minute (UTC) that matches one of the expressions. Two runs of one expression
 * never overlap. A run that fails is repeated. If the clock skips minutes, each expression runs
 * once, for the latest skipped minute that matches. Returns a function that stops the cron.
 */
export function startCron(
  crons: string[],
  run: (cron: string, at: Date) => Promise<void>,
): () => void {
  const schedules = crons.map((cron) => ({ cron, due: parseCron(cron), running: false }))
  let timer: NodeJS.Timeout

  const tick = (from: number, to: number) => {
    for (const schedule of schedules) {
      const at = latestDue(schedule.due, from, to)
      if (schedule.running || at === null) continue
      schedule.running = true
      repeated(() => run(schedule.cron, at))
        .catch((error) => console.error(`joule: the scheduled run failed: ${error}`))
        .finally(() => {
          schedule.running = false
        })
    }
  }
  const waitForNextMinute = () => {
    const next = Math.floor(Date.now() / MINUTE + 1) * MINUTE
    timer = setTimeout(() => {
      // The clock may have been set forward or back meanwhile. A timer may also fire a millisecond
      // early.
      const now = Math.max(next, Math.floor(Date.now() / MINUTE) * MINUTE)
      tick(Math.max(next, now - MISSED_MAX), now)
      waitForNextMinute()
    }, next - Date.now())
  }

  waitForNextMinute()
  return () => clearTimeout(timer)
}

/** The latest minute from `from` to `to` that is due, null if none is. */
function latestDue(due: (at: Date) => boolean, from: number, to: number): Date | null {
  for (let minute = to; minute >= from; minute -= MINUTE)
    if (due(new Date(minute))) return new Date(minute)
  return null
}

/** Parses a cron expression of five fields (minute, hour, day, month, weekday) into a predicate. */
export function parseCron(expression: string): (at: Date) => boolean {
  const fields = expression.trim().split(/\s+/)
  if (fields.length !== FIELDS.length)
    throw new Failure(`cron "${expression}" must have five fields`)
  const questions = FIELDS.map(({ read, from, to }, i) => {
    const allowed = valuesOf(fields[i] ?? '', from, to)
    if (allowed.size === 0) throw new Failure(`cron "${expression}" cannot be read`)
    return (at: Date) => allowed.has(read(at))
  })
  return (at) => questions.every((isDue) => isDue(at))
}

const FIELDS = [
  { from: 0, to: 59, read: (at: Date) => at.getUTCMinutes() },
  { from: 0, to: 23, read: (at: Date) => at.getUTCHours() },
  { from: 1, to: 31, read: (at: Date) => at.getUTCDate() },
  { from: 1, to: 12, read: (at: Date) => at.getUTCMonth() + 1 },
  // Cloudflare counts weekdays from 1 (Sunday).
  { from: 1, to: 7, read: (at: Date) => at.getUTCDay() + 1 },
]

/** Parses `*`, `7`, `1-5`, `0-30/10` and lists of these; returns an empty set for anything else. */
function valuesOf(field: string, from: number, to: number): Set<number> {
  const values = new Set<number>()
  for (const part of field.split(',')) {
    const match = /^(?:\*|(\d+)(?:-(\d+))?)(?:\/(\d+))?$/.exec(part)
    if (!match) return new Set()
    const first = Number(match[1] ?? from)
    const last = Number(match[2] ?? (match[1] === undefined || match[3] ? to : first))
    const step = Number(match[3] ?? 1)
    if (first < from || last > to || step < 1) return new Set()
    for (let value = first; value <= last; value += step) values.add(value)
  }
  return values
}
