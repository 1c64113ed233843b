import { sql } from 'drizzle-orm'
import type { Context } from 'hono'
import { type Group, group, one, type Statement } from '#db/client.ts'
import type { AppEnv } from '#env'
import { readAsViewer } from '#features/accounts/sessions/http/identify.ts'
import { follows, type Topic } from '#features/community/follows/topics.ts'
import { seesAllPosts } from '#features/core/blocks/block.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import {
  EMPTY_SIDE,
  followedHotAuthors,
  type SideContent,
  sideContent,
} from '#features/pages/home/side.ts'
import { isPublic } from '#features/publishing/posts/post.ts'
import { SECOND } from '#kernel/clock.ts'
import { memoForSeconds } from '#web/cache/memo.ts'
import { REPLICA_AGE_MAX } from '#web/seen-primary.ts'

/**
 * The maximum length of all copies, in characters of JSON. This is about 25 lists. docs/limits.md
 * counts it.
 */
const LENGTH_MAX = 250_000
/**
 * The rows of a list may be older than the time of its request by the age of a replica. The clocks
 * of two isolates may differ by two seconds.
 */
const READ_AGE_MAX = REPLICA_AGE_MAX + 2 * SECOND

/** A list that members share. `ids` are its posts, and `readAt` is a time before it was read. */
interface Copy<List> {
  list: List
  ids: number[]
  readAt: string
}

const sidebarMemo = memoForSeconds<SideContent>(1)

interface ListRead<List> {
  list: List
  side: SideContent
  /** The authors in the sidebar that the viewer follows. */
  followed: { uid: number }[]
  /** The viewer follows the topic of the list. */
  isFollowing: boolean
}

/**
 * `key` contains everything that the list depends on, except the viewer. It is null for a list that
 * is not shared.
 */
type ReadList<List> = (
  c: Context<AppEnv>,
  key: string | null,
  listFor: (viewer: Viewer | null) => Group<List>,
  topic?: Topic | null,
) => Promise<ListRead<List>>

/**
 * Returns a function that reads a list with its sidebar in one round trip. Members who see all
 * posts share a copy of each list for some seconds. If the copy is outdated for a member, the list
 * is read again in a second round trip.
 */
export function listReader<List>(idsOf: (list: List) => number[]): ReadList<List> {
  const memo = memoForSeconds<Copy<List>>(LENGTH_MAX)
  return async (c, key, listFor, topic = null) => {
    const { db, now } = c.var
    const side = sidebarMemo.of(c, '')
    const { cached: copy, store } = key === null ? NOT_SHARED : memo.of(c, key)
    const own = await readAsViewer(
      c,
      (uid) =>
        group(
          {
            side: side.cached ? null : sideContent,
            list: copy ? null : listFor(null),
            outdated: copy && one(isOutdated(uid, copy, side.cached)),
            followed: followedHotAuthors(uid, side.cached),
            topic:
              topic &&
              one(sql<{ isFollowing: 0 | 1 }>`SELECT ${follows(uid, topic)} AS isFollowing`),
          },
          (read) => read,
        ),
      // An outdated list is read again, from the primary.
      ({ outdated, topic }) => outdated?.outdated !== 1 && topic?.isFollowing !== 1,
    )
    const { viewer } = c.var
    const readAnew = async (sideRead: SideContent | null) => {
      const read = await db.read({ side: sideRead ? null : sideContent, list: listFor(viewer) })
      if (read.side) side.store(read.side, 1)
      return { list: read.list, side: sideRead ?? read.side ?? EMPTY_SIDE }
    }
    if (own === null || viewer === null)
      return { ...(await readAnew(side.cached)), followed: [], isFollowing: false }
    const beside = { followed: own.followed, isFollowing: own.topic?.isFollowing === 1 }
    if (own.side) side.store(own.side, 1)
    const sideRead = side.cached ?? own.side ?? EMPTY_SIDE
    if (key !== null && !seesAllPosts(viewer)) return { ...(await readAnew(sideRead)), ...beside }
    const isOld = own.outdated?.outdated === 1
    const list = copy?.list ?? own.list
    const sideToKeep = isOld ? null : sideRead
    const current = isOld || list === null ? await readAnew(sideToKeep) : { list, side: sideRead }
    if (current.list !== copy?.list) {
      const readAt = new Date(now.getTime() - READ_AGE_MAX).toISOString()
      store(
        { list: current.list, ids: idsOf(current.list), readAt },
        JSON.stringify(current.list).length,
      )
    }
    return { ...current, ...beside }
  }
}

const NOT_SHARED = { cached: null, store: () => {} }

/**
 * Whether a post of the list or of the sidebar is no longer public, or whether the viewer has
 * published or edited a post since the list was read.
 */
function isOutdated(
  uid: Statement,
  { ids, readAt }: Copy<unknown>,
  side: SideContent | null,
): Statement<{ outdated: number | null }> {
  const beside = side ? [...side.hot, ...side.pinned].map(({ id }) => id) : []
  return sql`
    SELECT (SELECT MAX(p.updated_at) FROM posts p WHERE p.author_id = ${uid} AND ${isPublic}) > ${readAt}
      OR EXISTS (
        SELECT 1 FROM json_each(${JSON.stringify([...ids, ...beside])}) shown LEFT JOIN posts p ON p.id = shown.value
        WHERE p.id IS NULL OR NOT (${isPublic})) AS outdated`
}
