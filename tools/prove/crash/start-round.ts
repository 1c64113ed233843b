import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from '../../../scripts/seed/random.ts'
import { ServedSite, type SiteOptions, VICTIMS } from '../site/served.ts'
import type { Round } from './round.ts'
import { invariantsIn } from './verify.ts'

export interface Begun {
  options: SiteOptions
  /** The duration of an uninterrupted start. */
  usual: number
  /** The problems after the final start. */
  inspect: (site: ServedSite) => Promise<string[]>
}

/**
 * Kills a start at a random moment, once or several times, then lets it finish: the result must be that of an
 * uninterrupted start.
 */
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
      // If only the runtime was killed, the start fails or continues with a new runtime.
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
