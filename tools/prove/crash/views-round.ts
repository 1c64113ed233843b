import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from '../../../scripts/seed/random.ts'
import { type ServedSite, VICTIMS } from '../site/served.ts'
import { addressOf } from '../writes/accounts.ts'
import type { Ask } from '../writes/ask.ts'
import { from } from '../writes/person.ts'
import { addPosts } from '../writes/settle.ts'
import type { World } from '../writes/world.ts'
import type { Round } from './round.ts'

/** Views are written once a minute, plus a minute of tolerance. */
const LONGEST_WAIT = 120_000
const READERS = 20

/**
 * Written views survive a kill, and a counted reader is not counted again. A kill loses at most the views of the last
 * minute that were not written yet (docs/architecture.md).
 */
export async function viewsRound(site: ServedSite, world: World, random: Random): Promise<Round> {
  for (const person of world.people) await person.staySignedIn()
  await addPosts(world, 1)
  const id = world.posts.at(-1)?.id ?? 0
  const first = world.count()
  const readers = Array.from({ length: READERS }, (_, n) => addressOf(first + n))
  const [early, late] = [readers.slice(0, READERS / 2), readers.slice(READERS / 2)]
  for (const reader of early) await view(world.ask, id, reader)
  const written = await viewsOf(site, id, early.length)
  // Buffered, and lost by the kill.
  for (const reader of late) await view(world.ask, id, reader)
  const victim = random.pick(VICTIMS)
  await (await site.aim(victim))()
  await site.comeBack()
  const afterKill = await viewsOf(site, id, early.length)
  for (const reader of readers) await view(world.ask, id, reader)
  const again = await viewsOf(site, id, readers.length)
  const wrong = [
    ...(written === early.length ? [] : [`${written} of ${early.length} views were written after a minute`]),
    ...(afterKill === early.length
      ? []
      : [`${afterKill} of ${early.length} views that were written outlived the kill`]),
    ...(again === readers.length ? [] : [`${again} of ${readers.length} readers are counted, some twice`]),
  ]
  const none = { acknowledged: 0, unanswered: 0, held: 0, there: 0, notThere: 0 }
  return { ...none, how: `${victim} killed between two writes of views`, wrong }
}

async function view(ask: Ask, id: number, address: string): Promise<void> {
  const headers = { ...from(address), 'user-agent': BROWSER }
  const answer = await ask({ method: 'POST', path: `/api/posts/${id}/view`, headers })
  if (answer?.status !== 204) throw new Error(`a view was refused (${answer?.status})`)
}

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** The views of a post, when the expected number is reached or the time is over. */
async function viewsOf(site: ServedSite, id: number, expected: number): Promise<number> {
  const until = performance.now() + LONGEST_WAIT
  for (;;) {
    const [row] = await site.rows<{ views: number }>(
      `SELECT COALESCE(SUM(views), 0) AS views FROM post_views WHERE post_id = ${id}`,
    )
    if ((row?.views ?? 0) >= expected || performance.now() > until) return row?.views ?? 0
    await pause(1_000)
  }
}
