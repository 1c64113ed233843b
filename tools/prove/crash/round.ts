import type { WriteLog } from '../writes/write-log.ts'

/** The result of one kill. */
export interface Round {
  /** The killed process and the time of the kill. */
  how: string
  acknowledged: number
  /** In progress when the site was killed. */
  unanswered: number
  /** Facts that match the responses. */
  held: number
  /** Unanswered writes that are complete, and those that have no effect. */
  there: number
  notThere: number
  wrong: string[]
}

type Counts = WriteLog['counts']

/** The writes between two states of the log. */
export function tally(before: Counts, after: Counts): Pick<Round, 'acknowledged' | 'unanswered'> {
  return {
    acknowledged: after.acknowledged - before.acknowledged,
    unanswered: after.unanswered + after.failed - before.unanswered - before.failed,
  }
}

export const NOTHING: Round = { how: '', acknowledged: 0, unanswered: 0, held: 0, there: 0, notThere: 0, wrong: [] }

export function sum(one: Round, other: Round): Round {
  return {
    how: '',
    acknowledged: one.acknowledged + other.acknowledged,
    unanswered: one.unanswered + other.unanswered,
    // Each check covers everything, so the last one counts.
    held: Math.max(one.held, other.held),
    there: one.there + other.there,
    notThere: one.notThere + other.notThere,
    wrong: [...one.wrong, ...other.wrong],
  }
}

export function lineOf({ how, acknowledged, unanswered, held, there, notThere, wrong }: Round): string {
  const written = `${acknowledged} writes acknowledged, ${unanswered} unanswered (${there} complete, ${notThere} without effect), ${held} facts correct`
  return [how, ...(acknowledged + unanswered > 0 ? [written] : []), `${wrong.length} wrong`].join('; ')
}
