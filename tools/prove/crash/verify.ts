import type { Random } from '../../../scripts/seed/random.ts'
import { FOUND, givenBy } from '../writes/acts.ts'
import { jsonOf } from '../writes/people.ts'
import type { Verdict, World } from '../writes/world.ts'
import type { ServedSite } from './site.ts'

export interface RoundContext {
  site: ServedSite
  world: World
  /** A folder for this round. */
  folder: string
  random: Random
}

/** The result of one kill. */
export interface Round extends Omit<Verdict, 'lost'> {
  /** The killed process and the time of the kill. */
  how: string
  acknowledged: number
  /** In progress when the site was killed. */
  unanswered: number
  /** All problems, one per line. */
  wrong: string[]
}

export const NOTHING: Round = { how: '', acknowledged: 0, unanswered: 0, held: 0, there: 0, notThere: 0, wrong: [] }

/**
 * Compares a restarted site with the write log, checks its invariants, and compares its objects and files with the
 * database.
 */
export async function verify(
  site: ServedSite,
  world: World,
): Promise<Omit<Round, 'how' | 'acknowledged' | 'unanswered'>> {
  const { lost, ...counts } = world.writeLog.compare(await factsIn(site))
  const wrong = [
    ...lost,
    ...(await invariantsIn(site)),
    ...(await totalsIn(site, world)),
    ...(await picturesIn(site, world)),
  ]
  return { ...counts, wrong }
}

async function factsIn(site: ServedSite): Promise<Map<string, string>> {
  const facts = new Map<string, string>()
  for (const sql of FOUND) {
    for (const { fact, value } of await site.rows<{ fact: string; value: string }>(sql)) {
      const other = facts.get(fact)
      facts.set(fact, other === undefined ? value : `${other}, and again ${value}`)
    }
  }
  return facts
}

export async function invariantsIn(site: ServedSite): Promise<string[]> {
  const failures = await site.call<Record<string, number[]>>('check')
  const damaged = await site.rows<{ quick_check: string }>('PRAGMA quick_check')
  const orphans = await site.rows<object>('PRAGMA foreign_key_check')
  return [
    ...Object.entries(failures).map(([name, ids]) => `violated: ${name} (${ids.join(', ')})`),
    ...damaged.filter(({ quick_check }) => quick_check !== 'ok').map(({ quick_check }) => `damaged: ${quick_check}`),
    ...orphans.map((orphan) => `refers to nothing: ${JSON.stringify(orphan)}`),
  ]
}

/** Durable Objects must know the given totals, even if they died between the database write and their own. */
async function totalsIn(site: ServedSite, { writeLog, people, posts }: World): Promise<string[]> {
  const totals = await site.totals(posts.map(({ id }) => id))
  return posts.flatMap(({ id }, n) => {
    const given = people.reduce((sum, { uid }) => sum + givenBy(writeLog.value(`energy:${uid}:${id}`)), 0)
    return totals[n] === given ? [] : [`the object of post ${id} remembers ${totals[n]}, and ${given} was given`]
  })
}

/** Every image row has its file, and every acknowledged image has its bytes. */
async function picturesIn(site: ServedSite, world: World): Promise<string[]> {
  const files = new Set(await site.call<string[]>('files'))
  const rows = await site.rows<{ key: string }>('SELECT key FROM images')
  const without = rows.filter(({ key }) => !files.has(key)).map(({ key }) => `the image ${key} has no file`)
  const changed: string[] = []
  for (const { url, bytes } of world.pictures.splice(0)) {
    const response = await world.ask({ method: 'GET', path: url })
    if (!response?.bytes.equals(bytes)) changed.push(`${url} is not what was sent (${response?.status})`)
  }
  return [...without, ...changed]
}

/** Each run repairs a part of the index. */
const RUNS = 5
const LOOKED_FOR = 30

/** A kill may interrupt background work; the cron repeats it. Then search must find every post. */
export async function finalProblems(site: ServedSite, world: World): Promise<string[]> {
  for (let n = 0; n < RUNS; n++) await site.call('scheduled')
  const { wrong } = await verify(site, world)
  const posts = await site.rows<{ id: number; title: string }>(
    `SELECT id, title FROM posts WHERE status = 'approved' AND deleted_at IS NULL ORDER BY id DESC LIMIT ${LOOKED_FOR}`,
  )
  for (const { id, title } of posts) {
    const response = await world.ask({
      method: 'GET',
      path: `/api/posts?q=${encodeURIComponent(`"${title}"`)}&limit=50`,
    })
    const found = response?.status === 200 ? jsonOf<{ items: { id: number }[] }>(response).items : []
    if (!found.some((one) => one.id === id)) wrong.push(`${title} is not found by its title`)
  }
  return wrong
}
