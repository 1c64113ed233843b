export type Clock = () => Date

export const systemClock: Clock = () => new Date()

export const SECOND = 1_000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

// Shanghai has had a fixed offset of UTC+8 since 1991.
const SHANGHAI_OFFSET = 8 * HOUR

/** The calendar day in Asia/Shanghai, `YYYY-MM-DD`, independent of the time zone of the machine. */
export function dayOf(moment: Date): string {
  return new Date(moment.getTime() + SHANGHAI_OFFSET).toISOString().slice(0, 10)
}

/** The time at which a day in Shanghai begins. */
export function startOfDay(day: string): Date {
  return new Date(Date.parse(`${day}T00:00:00.000Z`) - SHANGHAI_OFFSET)
}

export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00.000Z`) + count * DAY).toISOString().slice(0, 10)
}

export function after(moment: Date, milliseconds: number): Date {
  return new Date(moment.getTime() + milliseconds)
}
