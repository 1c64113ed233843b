import { setTimeout as pause } from 'node:timers/promises'
import { type Random, randomFrom } from '../../../scripts/seed/random.ts'
import { type ServedSite, VICTIMS } from '../site/served.ts'
import { drawing } from '../writes/index.ts'
import { addPosts } from '../writes/settle.ts'
import type { World } from '../writes/world.ts'
import { LimitWatch } from './limit-watch.ts'
import { type Round, tally } from './round.ts'
import { verify } from './verify.ts'

/** In milliseconds from when people begin to write. */
const SOONEST = 100
const LATEST = 2_500

const anyAct = drawing()

/** Everybody writes, and whatever `beside` does goes on beside them, until the site is killed; then it comes back and all is there. */
export async function writeRound(
  site: ServedSite,
  world: World,
  random: Random,
  beside: () => Promise<unknown> = async () => {},
): Promise<Round> {
  for (const person of world.people) await person.staySignedIn()
  await addPosts(world, 2)
  const before = { ...world.book.counts }
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
  const repeatable = world.book.repeatable()
  const held = await verify(site, world)
  const wrong = [...held.wrong, ...(await limit.verify()), ...(await repeatAll(world, repeatable))]
  return { ...tally(before, world.book.counts), ...held, wrong, how: `${victim} killed after ${after} ms` }
}

/** Whoever got no answer sends it again with the same key: done once, whether the first one was done or not. */
async function repeatAll({ book }: World, writes: ReturnType<World['book']['repeatable']>): Promise<string[]> {
  const wrong: string[] = []
  for (const write of writes) {
    const answer = await book.write(write)
    if (!answer || answer.status >= 300)
      wrong.push(`${write.fact} was refused when it was sent again (${answer?.status})`)
  }
  return wrong
}
