import { isRecord } from '#client/api-error.ts'
import { dayOf } from '#kernel/clock.ts'

/** The day's check-in and a new level are celebrated once in a browser, on the first page that knows of them. */
export function celebrate(): void {
  const { viewer, level, checkedIn, levelUp = '' } = document.body.dataset
  if (viewer === undefined) return
  const today = dayOf(new Date())
  const seen = recall(viewer)
  const occasions = [
    ...(seen !== null && Number(level) > seen.level ? [levelUp] : []),
    ...(checkedIn !== undefined && seen?.day !== today ? [checkedIn] : []),
  ]
  remember(viewer, { level: Number(level), day: checkedIn === undefined ? (seen?.day ?? '') : today })
  if (occasions.length > 0)
    void import('#client/behaviors/celebration.ts').then(({ celebration }) => occasions.forEach(celebration))
}

interface Seen {
  level: number
  day: string
}

function recall(viewer: string): Seen | null {
  try {
    const seen: unknown = JSON.parse(localStorage.getItem(`joule-seen ${viewer}`) ?? 'null')
    return isRecord(seen) ? { level: Number(seen.level), day: String(seen.day) } : null
  } catch {
    return null
  }
}

function remember(viewer: string, seen: Seen): void {
  try {
    localStorage.setItem(`joule-seen ${viewer}`, JSON.stringify(seen))
  } catch {}
}
