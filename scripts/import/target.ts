import { Meter, openDb, type Statements } from '#db/client.ts'
import type { PreparedImage } from '#features/core/images/files.ts'
import { sumUp } from '#features/publishing/lists/hot-rank.ts'
import { MENDED_PER_RUN } from '#features/publishing/search/search-repair.ts'
import { statementsOn } from '../cloudflare/database.ts'
import type { CommandSite } from '../commands/index.ts'
import { catchUp } from '../commands/reindex.ts'
import type { Print } from '../site/control.ts'

/** The site that an import writes to. */
export interface ImportTarget {
  db: Statements
  meter: Meter | null
  putImage(key: string, image: PreparedImage): Promise<void>
  /** Updates what is derived from the posts: sums and the search index. */
  derive(print: Print): Promise<void>
}

export function targetOf({ storage, remote }: CommandSite): ImportTarget {
  return storage ? here(storage) : atCloudflare(remote)
}

function here(storage: NonNullable<CommandSite['storage']>): ImportTarget {
  const meter = new Meter()
  const db = openDb(storage.DB, meter)
  return {
    db,
    meter,
    async putImage(key, { bytes, type }) {
      await storage.IMAGES.put(key, bytes, { httpMetadata: { contentType: type } })
    },
    async derive(print) {
      await sumUp(db)
      const { posts, comments } = await catchUp(storage)
      print(`${posts} posts and ${comments} comments were added to the search index.`)
    },
  }
}

function atCloudflare(remote: NonNullable<CommandSite['remote']>): ImportTarget {
  let bucket: ReturnType<typeof remote.images> | undefined
  return {
    db: statementsOn(remote.db),
    meter: null,
    async putImage(key, { bytes, type }) {
      bucket ??= remote.images()
      await (await bucket).put(key, new Uint8Array(bytes), type)
    },
    async derive(print) {
      print(`The cron adds the posts to the search index, ${MENDED_PER_RUN} posts a run.`)
    },
  }
}
