import { join } from 'node:path'
import type { Random } from '../../../scripts/seed/random.ts'
import { ServedSite } from '../site/served.ts'
import type { Round } from './round.ts'
import { startRound } from './start-round.ts'

/**
 * Without comments, likes and saved posts: their number depends on the time of the start. They are written in the same
 * batch.
 */
const MADE = `SELECT (SELECT COUNT(*) FROM users) || ' people, ' || (SELECT COUNT(*) FROM posts) || ' posts, '
  || (SELECT COUNT(*) FROM images) || ' images' AS made`

let usually: Promise<{ made: string; took: number }> | null = null

/** Kills the first start while it creates the demo community. */
export async function seedingRound(folder: string, random: Random): Promise<Round> {
  usually ??= undisturbed(join(folder, 'undisturbed'))
  const { made, took } = await usually
  const inspect = async (site: ServedSite) => {
    const actual = await madeIn(site)
    return actual === made ? [] : [`${actual} were made, not ${made}`]
  }
  return startRound({ options: { data: join(folder, 'killed'), env: {} }, usual: took, inspect }, random)
}

async function undisturbed(data: string) {
  const site = new ServedSite({ data, env: {} })
  try {
    const begun = performance.now()
    await site.start()
    const took = performance.now() - begun
    const made = await madeIn(site)
    await site.stop()
    return { made, took }
  } finally {
    await site.end()
  }
}

/** Includes the image files and the posts that search finds. */
async function madeIn(site: ServedSite): Promise<string> {
  const [row] = await site.rows<{ made: string }>(MADE)
  const files = await site.call<string[]>('files')
  const [found] = await site.rows<{ texts: number }>('SELECT COUNT(*) AS texts FROM public_texts', 'SEARCH')
  return `${row?.made}, ${files.length} files, ${found?.texts} texts that are found`
}
