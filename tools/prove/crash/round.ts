import type { Book } from '../writes/book.ts'

/** What one kill did. */
export interface Round {
  /** What was killed, and when. */
  how: string
  acknowledged: number
  /** On their way when the site died. */
  unanswered: number
  /** Facts that are as an answer said they are. */
  held: number
  /** Of those on their way, the ones that are there whole, and those of which nothing is. */
  there: number
  notThere: number
  wrong: string[]
}

type Counts = Book['counts']

/** What was written between two looks at the book. */
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
    // Each look is at everything: the last one counts.
    held: Math.max(one.held, other.held),
    there: one.there + other.there,
    notThere: one.notThere + other.notThere,
    wrong: [...one.wrong, ...other.wrong],
  }
}

export function lineOf({ how, acknowledged, unanswered, held, there, notThere, wrong }: Round): string {
  const written = `${acknowledged} writes answered, ${unanswered} on their way (${there} there whole, ${notThere} not at all), ${held} facts held`
  return [how, ...(acknowledged + unanswered > 0 ? [written] : []), `${wrong.length} wrong`].join('; ')
}
