import { sql } from 'drizzle-orm'
import { openDb } from '#db/client.ts'
import { Meter } from '#db/meter.ts'
import { beginReindex, repairSearch } from '#features/posts/search-repair.ts'
import { readWorkerConfig } from '../build/worker.ts'
import { migrate } from '../site/migrate.ts'
import { ensureOwner } from '../site/owner.ts'
import { localQuery } from '../site/query.ts'
import type { SiteStorage } from '../site/storage.ts'

const PARAGRAPH =
  '<p>SQLite keeps a whole database in one file. 边缘节点上的数据库离读者很近，读一次只要几毫秒。 <code>SELECT 1</code></p>'

/** Fills a new site with posts of an ordinary length, in the index too. Returns the id of the last. */
export async function fillWithPosts(storage: SiteStorage, count: number): Promise<number> {
  const { DB, SEARCH } = storage
  const { databases } = await readWorkerConfig()
  for (const { binding, migrations } of databases) await migrate(storage[binding as 'DB' | 'SEARCH'], migrations)
  await ensureOwner(localQuery(DB), { email: null, password: null }, new Date())
  const [db, search] = [openDb(DB, new Meter()), openDb(SEARCH, new Meter())]
  await db.batch([
    sql`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
      INSERT INTO posts (author_id, status, title, summary, tags, reading_minutes, body, created_at, updated_at, published_at)
      SELECT (SELECT MIN(uid) FROM users), 'approved', 'Post ' || i || ' 关于边缘数据库', 'What a post is about.',
        '[["sqlite","SQLite"]]', 3, ${PARAGRAPH.repeat(20)},
        strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-' || i || ' minutes'),
        strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-' || i || ' minutes'),
        strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-' || i || ' minutes')
      FROM n`,
  ])
  await beginReindex(search)
  for (let isThrough = false; !isThrough; ) isThrough = (await repairSearch(db, search)).isThrough
  return count
}
