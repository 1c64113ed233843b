import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { RATE_RULES } from '#kernel/rate-limits.ts'
import { type Random, randomFrom } from '../../../scripts/seed/random.ts'
import { anyAct } from '../writes/acts.ts'
import { type Ask, anonymously } from '../writes/people.ts'
import { addPosts, type World } from '../writes/world.ts'
import { type ServedSite, VICTIMS } from './site.ts'
import { type Round, type RoundContext, verify } from './verify.ts'

/** In milliseconds after the first write. */
const SOONEST = 100
const LATEST = 2_500

/**
 * Everyone writes, with `beside` in parallel, until the site is killed; after the restart all acknowledged writes must
 * be there.
 */
export async function writeRound(
  { site, world, random }: RoundContext,
  beside: () => Promise<unknown> = async () => {},
): Promise<Round> {
  for (const person of world.people) await person.staySignedIn()
  await addPosts(world, 2)
  const before = { ...world.writeLog.counts }
  const limit = limitWatch(world.ask, random)
  const victim = random.pick(VICTIMS)
  let isOver = false
  const writing = world.people.map(async (person, n) => {
    const own = randomFrom(`${random.next()} ${n}`)
    while (!isOver) await anyAct(own)(world, person, own)
  })
  void limit.use()
  void beside().catch(() => {})
  const after = Math.round(random.between(SOONEST, LATEST))
  const kill = await site.aim(victim)
  await pause(after)
  isOver = true
  await kill()
  await Promise.all(writing)
  await site.comeBack()
  const repeatable = world.writeLog.repeatable()
  const held = await verify(site, world)
  const wrong = [...held.wrong, ...(await limit.verify()), ...(await repeatAll(world, repeatable))]
  const { counts } = world.writeLog
  return {
    ...held,
    how: `${victim} killed after ${after} ms`,
    acknowledged: counts.acknowledged - before.acknowledged,
    unanswered: counts.unanswered + counts.failed - before.unanswered - before.failed,
    wrong,
  }
}

/** Unanswered writes are sent again with the same idempotency key: each must be done exactly once. */
async function repeatAll({ writeLog }: World, writes: ReturnType<World['writeLog']['repeatable']>): Promise<string[]> {
  const wrong: string[] = []
  for (const write of writes) {
    const response = await writeLog.write(write)
    if (!response || response.status >= 300)
      wrong.push(`${write.fact} was refused when it was repeated (${response?.status})`)
  }
  return wrong
}

const { most, seconds } = RATE_RULES['check-email']

/** Uses a part of a limit before a kill and the rest after it: counters of a Durable Object must survive its process. */
function limitWatch(ask: Ask, random: Random) {
  const address = `172.${random.integer(16, 31)}.${random.integer(0, 255)}.${random.integer(1, 254)}`
  const [begun, uses] = [Date.now(), random.integer(1, most)]
  let [counted, unanswered] = [0, 0]
  const isAllowed = async () => {
    const response = await anonymously(ask, '/api/auth/check-email', { email: 'a@proof.test' }, address)
    if (response === null) unanswered++
    else if (response.status === 200) counted++
    return response?.status === 200
  }
  return {
    async use() {
      while (counted + unanswered < uses && (await isAllowed()));
    },
    /** Continues until the refusal, which must come exactly at the limit. */
    async verify(): Promise<string[]> {
      while ((await isAllowed()) && counted <= most);
      const isInTime = Date.now() - begun < seconds * 1000
      const isRight = counted <= most && counted >= most - unanswered
      return isRight || !isInTime ? [] : [`${counted} of ${most} were let through across the kill`]
    },
  }
}

/** Kills the site during a backup and writes: the same backup command must succeed afterwards. */
export async function backupRound(context: RoundContext): Promise<Round> {
  const { site, folder } = context
  const path = join(folder, 'backup')
  const backUp = () => site.call('run', { name: 'backup', args: [path] })
  const round = await writeRound(context, backUp)
  return { ...round, wrong: [...round.wrong, ...(await wholeBackup(site, path, backUp))] }
}

/** Kills the site during a cron run with the daily backup; the next run must continue. */
export async function cronRound(context: RoundContext): Promise<Round> {
  const { site, folder } = context
  await site.call('forgetBackups')
  const runCron = () => site.call('scheduled')
  const round = await writeRound(context, runCron)
  const path = join(folder, 'scheduled')
  const fetched = await wholeBackup(site, path, async () => {
    // A run has a limit: several runs make a complete backup.
    for (let runs = 0; runs < 20 && (await isUnfinished(site)); runs++) await runCron()
    await site.call('run', { name: 'backup', args: [path, '--scheduled'] })
  })
  return { ...round, wrong: [...round.wrong, ...fetched] }
}

async function isUnfinished(site: ServedSite): Promise<boolean> {
  const listed = await site.call<string[]>('run', { name: 'backups', args: [] })
  return !listed.some((line) => /rows/.test(line))
}

/** A backup that was complete before the kill is not repeated. */
async function wholeBackup(site: ServedSite, path: string, make: () => Promise<unknown>): Promise<string[]> {
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
