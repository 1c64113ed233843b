import { addDays, DAY, dayOf, HOUR, MINUTE, startOfDay } from '#kernel/clock.ts'
import type { Random } from './random.ts'

/** The number of days of the demo history. */
export const DAYS = 90

/** The ninety days up to now. */
export class Calendar {
  readonly now: Date

  constructor(now: Date) {
    this.now = now
  }

  /** The Shanghai day `ago` days ago. */
  day(ago: number): string {
    return addDays(dayOf(this.now), -ago)
  }

  /**
   * An hour of the day `ago` days ago. A time in the future is replaced by a moment just before
   * now.
   */
  at(ago: number, hour: number): Date {
    const moment = new Date(startOfDay(this.day(ago)).getTime() + hour * HOUR)
    return moment < this.now ? moment : this.before(MINUTE * (2 + hour))
  }

  before(milliseconds: number): Date {
    return new Date(this.now.getTime() - milliseconds)
  }

  /** Whether the moment is at least a minute ago. */
  hasCome(moment: Date): boolean {
    return moment.getTime() < this.now.getTime() - MINUTE
  }

  /** The activity of the community from 0 to 1: it grows, and is lower at weekends. */
  liveliness(moment: Date): number {
    const age = (this.now.getTime() - moment.getTime()) / DAY
    const grown = 0.35 + 0.65 * Math.max(0, 1 - age / DAYS)
    return isWeekend(moment) ? grown * 0.45 : grown
  }
}

export function isWeekend(moment: Date): boolean {
  const weekday = new Date(`${dayOf(moment)}T00:00:00.000Z`).getUTCDay()
  return weekday === 0 || weekday === 6
}

/** A random hour of activity: more often in the evening than during the day, never at night. */
export function wakingHour(random: Random): number {
  return random.happens(0.6) ? random.between(18.5, 23.5) : random.between(7, 18.5)
}

export const iso = (moment: Date) => moment.toISOString()
