import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from '../../../scripts/seed/random.ts'
import { ServedSite, type SiteOptions, VICTIMS } from '../site/served.ts'
import type { Round } from './round.ts'
import { invariantsIn } from './verify.ts'

export interface Begun {
  options: SiteOptions
  /** How long a start takes that nobody cuts short. */
  usual: number
  /** What is wrong once it has started after all. */
  inspect: (site: ServedSite) => Promise<string[]>
}

/** A start is killed at a random moment, once or a few times, and then left alone: it ends where it would have ended. */
export async function startRound({ options, usual, inspect }: Begun, random: Random): Promise<Round> {
  const site = new ServedSite(options)
  const how: string[] = []
  try {
    for (let kills = random.integer(1, 3); kills > 0; kills--) {
      const [victim, after] = [random.pick(VICTIMS), Math.round(random.between(0, usual))]
      const starting = site.start().then(
        () => 'started',
        () => 'cut',
      )
      await Promise.race([pause(after), starting])
      await (await site.aim(victim))()
      how.push(`${victim} after ${after} ms`)
      // Where only the runtime died, the start fails by itself, or goes on with a new one.
      if (victim === 'runtime') await Promise.race([starting, pause(LONGEST_START)])
      await site.end()
    }
    await site.start()
    await site.isWell()
    const wrong = [...(await invariantsIn(site)), ...(await inspect(site))]
    await site.stop()
    return { how: how.join(', '), acknowledged: 0, unanswered: 0, held: 0, there: 0, notThere: 0, wrong }
  } finally {
    await site.end()
  }
}

const LONGEST_START = 60_000
