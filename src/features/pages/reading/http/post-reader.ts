import type { Context } from 'hono'
import { type Group, group, one } from '#db/client.ts'
import type { AppEnv } from '#env'
import { readAsViewer } from '#features/accounts/sessions/http/identify.ts'
import type { Liker, Order } from '#features/community/comments/comment.ts'
import { commentsToRead, likedAmong } from '#features/community/comments/list.ts'
import { type RenderedComments, renderThreads } from '#features/community/comments/views.tsx'
import { seesAllPosts } from '#features/core/blocks/block.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import {
  asViewerState,
  type Reading,
  readingOf,
  type StateRow,
  stateRow,
  type ViewerState,
} from '#features/pages/reading/reading.ts'
import { bodyFor } from '#features/pages/reading/views-body.tsx'
import { postPath } from '#features/publishing/posts/post.ts'
import { AppError } from '#kernel/errors.ts'
import type { Readable } from '#kernel/html/readable.ts'
import type { Language } from '#kernel/i18n.ts'
import { PAGE_SIZE } from '#kernel/paging.ts'
import { isAdmin } from '#kernel/roles.ts'
import { memoForSeconds } from '#web/cache/memo.ts'

/** The maximum length of all copies, in characters. docs/limits.md counts it. */
const LENGTH_MAX = 3_500_000
/** An estimate for the title, summary, author, neighbours and names of a copy. */
const OTHERS_LENGTH = 2_000
const FIRST_COMMENTS = { limit: PAGE_SIZE, after: null }

interface PostAsked {
  id: number
  order: Order
  /** The comment that is named in the URL. */
  named: number | null
  language: Language
}

/**
 * The parts of the page that all viewers share, except the author, admins and viewers who hide
 * posts.
 */
interface PostCopy {
  reading: Reading
  body: Readable
  comments: RenderedComments
}

interface PostRead extends PostCopy {
  /** Null for an anonymous reader. */
  viewerState: ViewerState | null
}

const memo = memoForSeconds<PostCopy>(LENGTH_MAX)

/**
 * Reads the page of a post in one round trip. Members share a copy of it for some seconds and read
 * only their own state and the counts. The page is read in a second round trip if the copy is not
 * current. So it is for viewers who see another page: the author, admins and viewers who hide
 * posts.
 */
export async function readPost(c: Context<AppEnv>, asked: PostAsked): Promise<PostRead> {
  const { id, order, named, language } = asked
  const { db } = c.var
  const { cached, store } = memo.of(c, `${id} ${order} ${named} ${language}`, postPath(id))
  const own = await readAsViewer(
    c,
    (uid) =>
      group(
        {
          state: one(stateRow(uid, id)),
          liked: cached && likedAmong(uid, cached.comments.ids),
          page: cached ? null : pageFor(asked, null, { uid }),
        },
        (read) => read,
      ),
    ({ state, liked, page }, viewer) => {
      if (state === null || !seesCopy(viewer, state) || !isBlank(asViewerState(state, viewer)))
        return false
      return cached ? isCurrent(cached, state) && !liked?.length : page?.comments.liked.length === 0
    },
  )
  const { viewer } = c.var
  if (own === null || viewer === null)
    return { ...required(await db.read(pageFor(asked, null, null))), viewerState: null }
  const { state } = own
  if (state === null) throw new AppError('not_found')
  const viewerState = asViewerState(state, viewer)
  if (!seesCopy(viewer, state))
    return { ...required(await db.read(pageFor(asked, viewer, viewer))), viewerState }
  if (cached && isCurrent(cached, state))
    return { ...withOwn(cached, state, own.liked ?? []), viewerState }
  const page = required(own.page ?? (await db.read(pageFor(asked, null, viewer))))
  const copy = { ...page, comments: { ...page.comments, liked: [] } }
  store(copy, copy.body.html.length + copy.comments.threads.length + OTHERS_LENGTH)
  return { ...page, viewerState }
}

/** The page of a post. Null if the viewer may not see the post. */
function pageFor(
  asked: PostAsked,
  viewer: Viewer | null,
  liker: Liker | null,
): Group<PostCopy | null> {
  const { id, order, named, language } = asked
  const parts = {
    reading: readingOf(viewer, id, language),
    comments: commentsToRead(id, order, FIRST_COMMENTS, { viewer, liker, language }, named),
  }
  return group(parts, ({ reading: found, comments }) => {
    if (found === null) return null
    const { body, formulas, ...reading } = found
    const postAuthor = reading.post.author.uid
    return {
      reading,
      body: bodyFor(body, language, { formulas, hasFrames: true }),
      comments: renderThreads(comments, { postAuthor, language }),
    }
  })
}

function required<T>(page: T | null): T {
  if (page === null) throw new AppError('not_found')
  return page
}

function seesCopy(viewer: Viewer, { author_id, status }: StateRow): boolean {
  return (
    status === 'approved' && viewer.uid !== author_id && !isAdmin(viewer) && seesAllPosts(viewer)
  )
}

/**
 * Whether the viewer has no relation to the post and its author. The page then contains nothing
 * private.
 */
function isBlank({ reaction, favorited, given, follow, between }: ViewerState): boolean {
  const { i_follow, follows_me } = follow
  return (
    reaction === 'none' &&
    given === 0 &&
    ![favorited, i_follow, follows_me, between.blocksMe].includes(true)
  )
}

function isCurrent(
  { reading: { post } }: PostCopy,
  { version, comments_count }: StateRow,
): boolean {
  return post.version === version && post.comments_count === comments_count
}

/** The copy with the current counts and the likes of the viewer. */
function withOwn(copy: PostCopy, state: StateRow, liked: { id: number }[]): PostCopy {
  const { likes_count, dislikes_count, favorites_count, energy, followers_count: followers } = state
  const { reading, comments } = copy
  const post = { ...reading.post, likes_count, dislikes_count, favorites_count, energy }
  return {
    ...copy,
    reading: { ...reading, post, author: { ...reading.author, followers } },
    comments: { ...comments, liked: liked.map(({ id }) => id) },
  }
}
