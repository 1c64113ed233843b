import { setTimeout as pause } from 'node:timers/promises'
import { RATE_RULES } from '#kernel/rate-limits.ts'
import { type Random, randomFrom } from '../../../scripts/seed/random.ts'
import { type ServedSite, VICTIMS } from '../site/served.ts'
import type { Ask } from '../writes/ask.ts'
import { drawing } from '../writes/index.ts'
import { anonymously } from '../writes/person.ts'
import { addPosts } from '../writes/settle.ts'
import type { World } from '../writes/world.ts'
import { type Round, tally } from './round.ts'
import { verify } from './verify.ts'

/** In milliseconds after the first write. */
const SOONEST = 100
const LATEST = 2_500

const anyAct = drawing()

/**
 * Everyone writes, with `beside` in parallel, until the site is killed; after the restart all acknowledged writes must
 * be there.
 */
export async function writeRound(
  site: ServedSite,
  world: World,
  random: Random,
  beside: () => Promise<unknown> = async () => {},
): Promise<Round> {
  for (const person of world.people) await person.staySignedIn()
  await addPosts(world, 2)
  const before = { ...world.writeLog.counts }
  const limit = new LimitWatch(world.ask, random)
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
  return { ...tally(before, world.writeLog.counts), ...held, wrong, how: `${victim} killed after ${after} ms` }
}

/** Unanswered writes are sent again with the same idempotency key: each must be done exactly once. */
async function repeatAll({ writeLog }: World, writes: ReturnType<World['writeLog']['repeatable']>): Promise<string[]> {
  const wrong: string[] = []
  for (const write of writes) {
    const answer = await writeLog.write(write)
    if (!answer || answer.status >= 300)
      wrong.push(`${write.fact} was refused when it was repeated (${answer?.status})`)
  }
  return wrong
}

const { most, seconds } = RATE_RULES['check-email']

/**
 * Uses a part of a limit before a kill and the rest after it: counters of a Durable Object must survive its process.
 */
class LimitWatch {
  readonly #ask: Ask
  readonly #address: string
  readonly #begun = Date.now()
  readonly #uses: number
  #counted = 0
  #unanswered = 0

  constructor(ask: Ask, random: Random) {
    this.#ask = ask
    this.#address = `172.${random.integer(16, 31)}.${random.integer(0, 255)}.${random.integer(1, 254)}`
    this.#uses = random.integer(1, most)
  }

  async use(): Promise<void> {
    while (this.#counted + this.#unanswered < this.#uses && (await this.#try()) === 200);
  }

  /** Continues until the refusal, which must come exactly at the limit. */
  async verify(): Promise<string[]> {
    while ((await this.#try()) === 200 && this.#counted <= most);
    const isInTime = Date.now() - this.#begun < seconds * 1000
    const isRight = this.#counted <= most && this.#counted >= most - this.#unanswered
    return isRight || !isInTime ? [] : [`${this.#counted} of ${most} were let through across the kill`]
  }

  async #try(): Promise<number> {
    const answer = await anonymously(this.#ask, '/api/auth/check-email', { email: 'a@proof.test' }, this.#address)
    if (answer === null) this.#unanswered++
    else if (answer.status === 200) this.#counted++
    return answer?.status ?? 0
  }
}
