import type { ServedSite } from '../site/served.ts'
import { jsonOf } from '../writes/ask.ts'
import type { World } from '../writes/world.ts'
import { verify } from './verify.ts'

const CRON = '*/15 * * * *'
/** Each mends a part of the index. */
const RUNS = 5
const LOOKED_FOR = 30

/** What follows an answer may be cut with the site: the cron makes up for it. Then every post is found by its words. */
export async function inTheEnd(site: ServedSite, world: World): Promise<string[]> {
  for (let n = 0; n < RUNS; n++) await site.call('scheduled', CRON)
  const { wrong } = await verify(site, world)
  const posts = await site.rows<{ id: number; title: string }>(
    `SELECT id, title FROM posts WHERE status = 'approved' AND deleted_at IS NULL ORDER BY id DESC LIMIT ${LOOKED_FOR}`,
  )
  for (const { id, title } of posts) {
    const answer = await world.ask({ method: 'GET', path: `/api/posts?q=${encodeURIComponent(`"${title}"`)}&limit=50` })
    const found = answer?.status === 200 ? jsonOf<{ items: { id: number }[] }>(answer).items : []
    if (!found.some((one) => one.id === id)) wrong.push(`${title} is not found by its title`)
  }
  return wrong
}
