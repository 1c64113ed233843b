import { addDays, after, dayOf, HOUR, startOfDay } from '#kernel/clock.ts'

/** A digest comes at eight in the morning of Shanghai: every day, or on Mondays. */
const DIGEST_HOUR = 8
const MONDAY = 1

export function nextDigest(rhythm: 'daily' | 'weekly', now: Date): Date {
  for (let day = dayOf(now); ; day = addDays(day, 1)) {
    const moment = after(startOfDay(day), DIGEST_HOUR * HOUR)
    const isDay = rhythm === 'daily' || new Date(`${day}T00:00:00.000Z`).getUTCDay() === MONDAY
    if (isDay && moment > now) return moment
  }
}
