import { type Group, group } from '#db/client.ts'
import { blockedBy, blocksNobody } from '#features/core/blocks/block.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { hotFor, languageFirst, type Reader, type SideContent } from '#features/pages/home/side.ts'
import { listOf } from '#features/publishing/lists/list.ts'
import { isIn, type PostLanguage } from '#features/publishing/posts/language.ts'
import { asListedPost, type ListedPost, type ListedRow, listedColumns } from '#features/publishing/posts/post.ts'

const POSTS_SHOWN = 12
/** More than shown, because some may be pinned or the lead post. */
const POSTS_READ = POSTS_SHOWN + 4
/** In other languages than the reader's, below the posts in the reader's language. */
const OTHERS_SHOWN = 4
/** The lead post is one of the hottest with an image. */
const LEAD_CANDIDATES = 3

/** The parts of the home page, in order. No post is in two of them. */
export interface FrontPage {
  pinned: ListedPost[]
  /** A hot post, shown large; null if no post has reactions. */
  lead: ListedPost | null
  /** The newest posts; in the reader's language, unless the reader filters by another one. */
  posts: ListedPost[]
  /** The newest posts in the other language. Empty if the reader filters by language. */
  others: ListedPost[]
}

/** The newest posts in the first language of a reader and in the other one; null if the reader filters by language. */
export interface NewestRows {
  own: ListedRow[]
  others: ListedRow[] | null
}

export function newestRows(
  reader: Pick<Reader, 'language' | 'listLanguage'>,
  viewer: Viewer | null,
): Group<NewestRows> {
  const first = languageFirst(reader)
  const newest = (language: PostLanguage) =>
    listOf(listedColumns, { sort: 'new', viewer, language }, { limit: POSTS_READ, after: null })
  const asked = {
    own: newest(first),
    others: reader.listLanguage === null ? newest(first === 'zh' ? 'en' : 'zh') : null,
  }
  return group(asked, (rows) => rows)
}

/** Front pages of readers without blocked users. The rows are read for one language and filter. */
const sharedPages = new WeakMap<NewestRows, { side: SideContent; front: FrontPage }>()

export function frontPage(rows: NewestRows, side: SideContent, reader: Reader): FrontPage {
  const { viewer } = reader
  if (viewer !== null && !blocksNobody(viewer)) return frontWithout(blockedBy(viewer), rows, side, reader)
  const shared = sharedPages.get(rows)
  if (shared?.side === side) return shared.front
  const front = frontWithout([], rows, side, reader)
  sharedPages.set(rows, { side, front })
  return front
}

function frontWithout(blocked: number[], { own, others }: NewestRows, side: SideContent, reader: Reader): FrontPage {
  const first = languageFirst(reader)
  const shown = new Set<number>()
  const part = (rows: ListedRow[], max: number): ListedPost[] => {
    const fresh = rows.filter(({ id, author_id }) => !shown.has(id) && !blocked.includes(author_id)).slice(0, max)
    for (const { id } of fresh) shown.add(id)
    return fresh.map((row) => asListedPost(row, reader.language))
  }
  const pinned = part(side.pinned, side.pinned.length)
  const hot = hotFor(side.hot, blocked, reader).filter(({ id }) => !shown.has(id))
  const [lead = null] = part(leadOf(hot, first), 1)
  const posts = part(own, POSTS_SHOWN)
  // A site with few posts in the reader's language shows more of the others.
  const rest = part(others ?? [], Math.max(OTHERS_SHOWN, POSTS_SHOWN - posts.length))
  return { pinned, lead, posts, others: rest }
}

/** The first of the hottest posts with an image, in the reader's language if there is one with reactions. */
function leadOf(hot: ListedRow[], first: PostLanguage): ListedRow[] {
  const own = hot.filter((row) => isIn(first, row))
  const candidates = (own.length > 0 ? own : hot).slice(0, LEAD_CANDIDATES)
  const [fallback] = candidates
  const lead = candidates.find(({ cover_url }) => cover_url) ?? fallback
  return lead ? [lead] : []
}
