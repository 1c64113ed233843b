import { isRecord } from '#client/api-error.ts'
import { celebration } from '#client/behaviors/celebration.ts'
import { has, read } from '#client/hooks.ts'
import { dayOf } from '#kernel/clock.ts'
import { viewerFacts } from '#web/components/hooks.ts'

/** The day's check-in and a new level are celebrated once in a browser, on the first page that knows of them. */
export function celebrate(): void {
  if (!has(viewerFacts, document.body)) return
  const { uid, level, checkedIn, levelUp } = read(viewerFacts, document.body)
  const today = dayOf(new Date())
  const seen = recall(uid)
  const occasions = [
    ...(seen !== null && level > seen.level ? [levelUp] : []),
    ...(checkedIn !== undefined && seen?.day !== today ? [checkedIn] : []),
  ]
  remember(uid, { level, day: checkedIn === undefined ? (seen?.day ?? '') : today })
  occasions.forEach(celebration)
}

interface Seen {
  level: number
  day: string
}

function recall(uid: number): Seen | null {
  try {
    const seen: unknown = JSON.parse(localStorage.getItem(`joule-seen ${uid}`) ?? 'null')
    return isRecord(seen) ? { level: Number(seen.level), day: String(seen.day) } : null
  } catch {
    return null
  }
}

function remember(uid: number, seen: Seen): void {
  try {
    localStorage.setItem(`joule-seen ${uid}`, JSON.stringify(seen))
  } catch {}
}
