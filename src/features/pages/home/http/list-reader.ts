import { type SQL, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import { type Group, group, one, type Statement } from '#db/client.ts'
import type { AppEnv } from '#env'
import { readAsViewer } from '#features/accounts/sessions/http/identify.ts'
import { blocksNobody } from '#features/core/blocks/touch.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { EMPTY_SIDE, followedHotAuthors, type SideContent, sideContent } from '#features/pages/home/side.ts'
import { isPublic } from '#features/publishing/posts/visibility.ts'
import { SECOND } from '#kernel/clock.ts'
import { memoForSeconds } from '#web/cache/memo.ts'

/** Characters of JSON, about 50 lists. Counted in docs/limits.md. */
const LENGTH_MAX = 500_000
/** The clocks of two isolates may differ by this much. */
const CLOCK_SKEW = 2 * SECOND

interface ListRead<List> {
  list: List
  side: SideContent
  /** The authors of hot posts that the viewer follows. */
  followed: { uid: number }[]
}

interface Copy<List> {
  list: List
  /** JSON. */
  ids: string
  readAt: string
}

const sidebarMemo = memoForSeconds<SideContent>(1)

/**
 * Reads lists with their sidebar in one round trip. Members who block nobody share a copy of each list for some seconds. A
 * member for whom the copy is outdated gets a list of their own, in a second round trip.
 */
export function listReader<List>(idsOf: (list: List) => number[]) {
  const copies = memoForSeconds<Copy<List>>(LENGTH_MAX)
  /** `key` contains everything the list depends on except the viewer. Null for a list that is not shared. */
  return async (
    c: Context<AppEnv>,
    key: string | null,
    listFor: (viewer: Viewer | null) => Group<List>,
  ): Promise<ListRead<List>> => {
    const { db, now } = c.var
    const side = sidebarMemo.of(c, '')
    const { cached: copy, store } = key === null ? NOT_SHARED : copies.of(c, key)
    const sideRead = side.cached ? null : sideContent
    const own = await readAsViewer(c, (uid) =>
      group(
        {
          side: sideRead,
          list: copy ? null : listFor(null),
          outdated: copy && one(isOutdated(uid, copy)),
          followed: followedHotAuthors(uid, side.cached),
        },
        (read) => read,
      ),
    )
    const read = own ?? (await db.read({ side: sideRead, list: listFor(null) }))
    if (read.side) side.store(read.side, 1)
    const { viewer } = c.var
    const isFiltered = key !== null && viewer !== null && !blocksNobody(viewer)
    const found = own?.outdated?.outdated === 1 ? null : (copy?.list ?? read.list)
    const list = found === null || isFiltered ? await db.read(listFor(viewer)) : found
    if (own && !isFiltered && list !== copy?.list) {
      const readAt = new Date(now.getTime() - CLOCK_SKEW).toISOString()
      store({ list, ids: JSON.stringify(idsOf(list)), readAt }, JSON.stringify(list).length)
    }
    return { list, side: side.cached ?? read.side ?? EMPTY_SIDE, followed: own?.followed ?? [] }
  }
}

const NOT_SHARED = { cached: null, store: () => {} }

/** Whether a post of the copy is no longer public, or the viewer published or edited a post after the copy was read. */
function isOutdated(uid: Statement, { ids, readAt }: Copy<unknown>): Statement<{ outdated: number | null }> {
  const lastChange: SQL = sql`
    SELECT MAX(p.updated_at) FROM posts p WHERE p.author_id = ${uid} AND ${isPublic}`
  return sql`
    SELECT (${lastChange}) > ${readAt} OR EXISTS (
      SELECT 1 FROM json_each(${ids}) listed LEFT JOIN posts p ON p.id = listed.value
      WHERE p.id IS NULL OR NOT (${isPublic})) AS outdated`
}
