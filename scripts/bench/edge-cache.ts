import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSite } from '../build/index.ts'
import { openDataFolder } from '../site/data-folder.ts'
import { openMiniflare } from '../site/miniflare.ts'
import { type Load, load, middle } from './load.ts'
import { fillWithPosts } from './posts.ts'

const POSTS = 300
const ROUNDS = 5
const ROUND = { connections: 8, milliseconds: 1_000, requestsMost: 20_000 }
/** What carries a token, good or not, goes past the cache. */
const PAST_THE_CACHE = { cookie: 'joule_at=none' }

export async function benchEdgeCache(): Promise<void> {
  await buildSite()
  const folder = await mkdtemp(join(tmpdir(), 'joule-bench-'))
  const data = await openDataFolder(folder)
  const site = await openMiniflare({ data, host: '127.0.0.1', port: 0, bindings: {}, onLog: () => {} })
  try {
    const storage = await site.storage()
    const last = await fillWithPosts(storage, POSTS)
    const base = site.url.replace('localhost', '127.0.0.1')
    for (const path of ['/posts', `/posts/${last}`, '/api/posts', `/api/posts/${last}`, '/search?q=sqlite']) {
      console.log(row(path, await compare(base + path)))
    }
  } finally {
    await site.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

interface Compared {
  cached: Load
  uncached: Load
}

/** By turns, so that whatever else the machine does falls on both. */
async function compare(url: string): Promise<Compared> {
  const rounds: Compared[] = []
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({ uncached: await load(url, PAST_THE_CACHE, ROUND), cached: await load(url, {}, ROUND) })
  }
  return {
    cached: middle(rounds.map((round) => round.cached)),
    uncached: middle(rounds.map((round) => round.uncached)),
  }
}

function row(path: string, { cached, uncached }: Compared): string {
  const figures = ({ perSecond, median }: Load) => `${perSecond.toFixed(0).padStart(6)}/s (${median.toFixed(1)} ms)`
  const ratio = (cached.perSecond / uncached.perSecond).toFixed(1)
  return `${path.padEnd(18)} uncached ${figures(uncached)}   cached ${figures(cached)}   ${ratio} times`
}
