import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Random, randomFrom } from '../../../scripts/seed/random.ts'
import { type ServedSite, VICTIMS } from './site.ts'
import { anyAct, FACTS, givenBy, publish, type Verdict, type World } from './writes.ts'

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
  /** Writes that were in progress when the site was killed. */
  unanswered: number
  /** The problems that were found. */
  wrong: string[]
}

export const NOTHING: Round = {
  how: '',
  acknowledged: 0,
  unanswered: 0,
  held: 0,
  there: 0,
  notThere: 0,
  wrong: [],
}

export async function addPosts(world: World, posts: number): Promise<void> {
  const random = randomFrom(`authors ${world.posts.length}`)
  for (let n = 0; n < posts; n++) {
    const author = random.pick(world.people)
    const id = await publish(world, author)
    if (id === null) throw new Error('a post could not be created during the setup')
    world.posts.push({ id, author: author.uid })
  }
}

/** The kill comes at a random time between these two, in milliseconds after the first write. */
const SOONEST = 100
const LATEST = 2_500

/**
 * All people write until the site is killed. After the restart all acknowledged writes must be
 * there, and repeating the others must succeed.
 */
export async function writeRound(
  { site, world, random }: RoundContext,
  beside: () => Promise<unknown> = async () => {},
): Promise<Round> {
  const { writeLog } = world
  await addPosts(world, 2)
  const before = { acknowledged: writeLog.acknowledged, unanswered: writeLog.unanswered }
  const victim = random.pick(VICTIMS)
  let isOver = false
  const writing = world.people.map(async (person, n) => {
    const own = randomFrom(`${random.next()} ${n}`)
    while (!isOver) await anyAct(own)(world, person, own)
  })
  void beside().catch(() => {})
  const after = Math.round(random.between(SOONEST, LATEST))
  const kill = await site.aim(victim)
  await pause(after)
  isOver = true
  await kill()
  await Promise.all(writing)
  await site.comeBack()
  const [acknowledged, unanswered] = [writeLog.acknowledged, writeLog.unanswered]
  const repeatable = writeLog.repeatable()
  const round = await verify(site, world)
  // With the same idempotency key: each must be done exactly once, which the next round checks.
  for (const write of repeatable) {
    const response = await writeLog.write(write)
    if (!response?.ok)
      round.wrong.push(`${write.fact} was refused when it was repeated (${response?.status})`)
  }
  return {
    ...round,
    how: `${victim} killed after ${after} ms`,
    acknowledged: acknowledged - before.acknowledged,
    unanswered: unanswered - before.unanswered,
  }
}

/** Kills the site during a backup and writes. Afterwards the same backup command must succeed. */
export async function backupRound(context: RoundContext): Promise<Round> {
  const { site, folder } = context
  const path = join(folder, 'backup')
  const backUp = () => site.call('run', { name: 'backup', args: [path] })
  const round = await writeRound(context, backUp)
  return { ...round, wrong: [...round.wrong, ...(await wholeBackup(site, path, backUp))] }
}

/**
 * Kills the site during a cron run with the daily backup. The next run must continue the backup.
 */
export async function cronRound(context: RoundContext): Promise<Round> {
  const { site, folder } = context
  await site.call('forgetBackups')
  const runCron = () => site.call('scheduled')
  const round = await writeRound(context, runCron)
  const path = join(folder, 'scheduled')
  const fetched = await wholeBackup(site, path, async () => {
    // Each run has a limit, so a complete backup takes several runs.
    for (let runs = 0; runs < 20 && (await isUnfinished(site)); runs++) await runCron()
    await site.call('run', { name: 'backup', args: [path, '--scheduled'] })
  })
  return { ...round, wrong: [...round.wrong, ...fetched] }
}

async function isUnfinished(site: ServedSite): Promise<boolean> {
  const listed = await site.call<string[]>('run', { name: 'backups', args: [] })
  return !listed.some((line) => /rows/.test(line))
}

/**
 * Finishes a backup and verifies it. A backup that was complete before the kill is not repeated.
 * Returns the problem, if there is one.
 */
async function wholeBackup(
  site: ServedSite,
  path: string,
  make: () => Promise<unknown>,
): Promise<string[]> {
  try {
    await make().catch((error: Error) => {
      if (!error.message.includes('already contains a complete backup')) throw error
    })
    await site.call('run', { name: 'verify', args: [path] })
    return []
  } catch (error) {
    return [`the backup: ${error instanceof Error ? error.message : error}`]
  } finally {
    await rm(path, { recursive: true, force: true })
  }
}

/**
 * Compares a restarted site with the write log, checks its invariants, and compares its Durable
 * Objects and files with the database.
 */
async function verify(site: ServedSite, world: World): Promise<Round> {
  const facts = new Map<string, string>()
  for (const query of FACTS) {
    for (const { fact, value } of await site.rows<{ fact: string; value: string }>(query)) {
      const other = facts.get(fact)
      facts.set(fact, other === undefined ? value : `${other}, and again ${value}`)
    }
  }
  const { lost, ...counts } = world.writeLog.compare(facts)
  const wrong = [
    ...lost,
    ...(await invariantsIn(site)),
    ...(await totalsIn(site, world)),
    ...(await imagesIn(site, world)),
  ]
  return { ...NOTHING, ...counts, wrong }
}

/** Violated invariants, damaged pages and rows that refer to nothing. */
export async function invariantsIn(site: ServedSite): Promise<string[]> {
  const failures = await site.call<Record<string, number[]>>('check')
  const damaged = await site.rows<{ quick_check: string }>('PRAGMA quick_check')
  const orphans = await site.rows<object>('PRAGMA foreign_key_check')
  return [
    ...Object.entries(failures).map(([name, ids]) => `violated: ${name} (${ids.join(', ')})`),
    ...damaged
      .filter(({ quick_check }) => quick_check !== 'ok')
      .map(({ quick_check }) => `damaged: ${quick_check}`),
    ...orphans.map((orphan) => `refers to nothing: ${JSON.stringify(orphan)}`),
  ]
}

/**
 * Each Durable Object must have the total that was given, even if it ended between the write to the
 * database and its own write.
 */
async function totalsIn(site: ServedSite, { writeLog, people, posts }: World): Promise<string[]> {
  const totals = await site.totals(posts.map(({ id }) => id))
  return posts.flatMap(({ id }, n) => {
    const given = people.reduce(
      (sum, { uid }) => sum + givenBy(writeLog.value(`energy:${uid}:${id}`)),
      0,
    )
    return totals[n] === given
      ? []
      : [`the object of post ${id} has the total ${totals[n]}, but ${given} was given`]
  })
}

/** Every image row has its file, and every acknowledged image has its bytes. */
async function imagesIn(site: ServedSite, world: World): Promise<string[]> {
  const files = new Set(await site.call<string[]>('files'))
  const rows = await site.rows<{ key: string }>('SELECT key FROM images')
  const wrong = rows
    .filter(({ key }) => !files.has(key))
    .map(({ key }) => `the image ${key} has no file`)
  for (const { url, bytes } of world.images.splice(0)) {
    const response = await fetch(site.url + url)
    const isSame = Buffer.from(await response.arrayBuffer()).equals(bytes)
    if (!isSame) wrong.push(`${url} does not return the uploaded bytes (${response.status})`)
  }
  return wrong
}

/** Each run of the cron repairs a part of the index. */
const RUNS = 5

/**
 * A kill may interrupt background work, which the cron repeats. After the cron, search must find
 * every post.
 */
export async function finalProblems(site: ServedSite, world: World): Promise<string[]> {
  for (let n = 0; n < RUNS; n++) await site.call('scheduled')
  const { wrong } = await verify(site, world)
  const posts = await site.rows<{ id: number; title: string }>(
    'SELECT id, title FROM posts ORDER BY id DESC LIMIT 30',
  )
  for (const { id, title } of posts) {
    const response = await fetch(
      `${site.url}/api/posts?q=${encodeURIComponent(`"${title}"`)}&limit=50`,
    )
    const { items = [] } = (await response.json()) as { items?: { id: number }[] }
    if (!items.some((one) => one.id === id)) wrong.push(`${title} is not found by its title`)
  }
  return wrong
}
