import { ENERGIZE_CAP, ENERGIZE_COST } from '#features/community/energize/energize.ts'
import type { Act } from './world.ts'

/** The energy that a user gave to a post, with the ledger entries of the giver and the author. */
export const FOUND_ENERGY = `
  SELECT 'energy:' || l.user_id || ':' || l.post_id AS fact,
    'given ' || SUM(l.amount) || ', paid ' || COALESCE(-SUM(paid.amount), 0) || ', got ' || COALESCE(SUM(got.amount), 0) AS value
  FROM post_energize_log l
  LEFT JOIN energy_log paid ON paid.id = l.id AND paid.user_id = l.user_id AND paid.reason = 'energize'
  LEFT JOIN energy_log got ON got.id = l.id + 1 AND got.post_id = l.post_id AND got.reason = 'energized'
  GROUP BY l.user_id, l.post_id`

export const energize: Act = async ({ writeLog, posts, count }, person, random) => {
  const { id, author } = random.pick(posts)
  const fact = `energy:${person.uid}:${id}`
  const form = random.happens(0.5) ? 'light' : 'heavy'
  const given = givenBy(writeLog.value(fact)) + ENERGIZE_COST[form]
  if (author === person.uid || writeLog.isOpen(fact) || given > ENERGIZE_CAP) return
  const key = `energy ${count()}`
  return writeLog.write({
    fact,
    next: `given ${given}, paid ${given}, got ${given}`,
    send: () => person.send('POST', '/api/energy/energize', { post_id: id, form }, key),
    isRepeatable: true,
  })
}

export function givenBy(value: string | null): number {
  return Number(/^given (\d+)/.exec(value ?? '')?.[1] ?? 0)
}
