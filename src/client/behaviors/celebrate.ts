import { isRecord } from '#client/api-error.ts'
import { TOAST_DELAY } from '#client/behaviors/toast.ts'
import { has, read } from '#client/hooks.ts'
import { inBrowser } from '#client/storage.ts'
import { dayOf } from '#kernel/clock.ts'
import { viewerFacts } from '#web/components/hooks.ts'

/**
 * Celebrates the daily check-in and a new level once per browser, on the first page that reports
 * them.
 */
export function celebrate(): void {
  if (!has(viewerFacts, document.body)) return
  const { uid, level, checkedIn, levelUp } = read(viewerFacts, document.body)
  const today = dayOf(new Date())
  const seen = recall(uid)
  const occasions = [
    ...(seen !== null && level > seen.level ? [levelUp] : []),
    ...(checkedIn !== undefined && seen?.day !== today ? [checkedIn] : []),
  ]
  const now: Seen = { level, day: checkedIn === undefined ? (seen?.day ?? '') : today }
  inBrowser.write(`joule-seen ${uid}`, JSON.stringify(now))
  if (occasions.length > 0) setTimeout(show, TOAST_DELAY, occasions)
}

/** The message is loaded when it is needed: at most one page a day shows it. */
async function show(occasions: string[]): Promise<void> {
  const { celebration } = await import('#client/behaviors/celebration.ts')
  celebration(occasions)
}

interface Seen {
  level: number
  /** The last day with a celebrated check-in, in Shanghai time. Empty before the first. */
  day: string
}

function recall(uid: number): Seen | null {
  const seen = inBrowser.readJson(`joule-seen ${uid}`)
  return isRecord(seen) ? { level: Number(seen.level), day: String(seen.day) } : null
}
