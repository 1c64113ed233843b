import { Meter, openDb } from '#db/client.ts'
import { repairCommentSearch } from '#features/community/comments/searchable.ts'
import { beginReindex, reindexKey } from '#features/publishing/search/fts/scans.ts'
import { ALL_AT_ONCE } from '#features/publishing/search/queue.ts'
import { MENDED_PER_RUN, repairSearch } from '#features/publishing/search/search-repair.ts'
import { Failure } from '../bootstrap/failure.mjs'
import type { RemoteDatabase } from '../cloudflare/database.ts'
import type { SiteStorage } from '../site/storage.ts'
import type { Command } from './command.ts'

/** Rebuilds the search index. Until a post is reindexed, search uses its old entry. */
export const reindex: Command = {
  usage: 'reindex [--remote]',
  summary: 'rebuilds the search index from the main database',
  async run({ storage, remote, print }, args) {
    if (args.length > 0) throw new Failure(`usage: npm run joule -- ${reindex.usage}`)
    if (storage) {
      const { posts, comments } = await reindexHere(storage)
      print(`${posts} posts and ${comments} comments were indexed.`)
    } else {
      await reindexRemotely(await remote.search())
      print(`The index is marked as outdated. The cron rebuilds it, ${MENDED_PER_RUN} posts a run.`)
    }
  },
}

/** Marks the whole index as outdated and rebuilds it. */
export async function reindexHere(storage: Pick<SiteStorage, 'DB' | 'SEARCH'>): Promise<Indexed> {
  const search = openDb(storage.SEARCH, new Meter())
  await beginReindex(search, 'posts')
  await beginReindex(search, 'comments')
  return catchUp(storage)
}

/** The number of posts and comments that were added to the index. */
export interface Indexed {
  posts: number
  comments: number
}

/** Repairs the whole index now; the cron would do it in small steps. */
export async function catchUp({
  DB,
  SEARCH,
}: Pick<SiteStorage, 'DB' | 'SEARCH'>): Promise<Indexed> {
  const [db, search] = [openDb(DB, new Meter()), openDb(SEARCH, new Meter())]
  return {
    posts: await throughout(() => repairSearch(db, search, new Date(), ALL_AT_ONCE)),
    comments: await throughout(async () => {
      const { repaired, isThrough } = await repairCommentSearch(db, search)
      return { indexed: repaired, isThrough }
    }),
  }
}

async function throughout(
  run: () => Promise<{ indexed: number; isThrough: boolean }>,
): Promise<number> {
  let total = 0
  for (let isThrough = false; !isThrough; ) {
    const { indexed, ...rest } = await run()
    total += indexed
    isThrough = rest.isThrough
  }
  return total
}

/**
 * Marks the index as outdated, so that the Worker's own repair rebuilds it. A rebuild from here
 * would have to download and upload all texts.
 */
export async function reindexRemotely({ query }: RemoteDatabase): Promise<void> {
  await query(`DELETE FROM search_state;
    INSERT INTO search_state (key, value)
    VALUES ('${reindexKey('posts')}', ${Number.MAX_SAFE_INTEGER}), ('${reindexKey('comments')}', ${Number.MAX_SAFE_INTEGER})`)
}
