import type { Database, Statement } from '#db/client.ts'
import { blockedBy } from '#features/core/blocks/touch.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { listOf } from '#features/publishing/lists/list.ts'
import { type PopularTag, type SideContent, sideContent } from '#features/publishing/lists/list-page.ts'
import { PINNED_MAX } from '#features/publishing/lists/pinned.ts'
import { isIn, type PostLanguage } from '#features/publishing/posts/language.ts'
import { asListedPost, type ListedPost, type ListedRow, listedColumns } from '#features/publishing/posts/post.ts'
import type { Language } from '#kernel/i18n.ts'

const HOT_SHOWN = 3
const FOLLOWED_SHOWN = 3
/** More than shown, because some are pinned or hot. */
export const FOLLOWED_READ = 5
const NEWEST_SHOWN = 8
/** More than shown, because some are in the sections above. */
const NEWEST_READ = NEWEST_SHOWN + HOT_SHOWN + FOLLOWED_SHOWN

/** The sections of the home page, in order. No post is in two of them. */
export interface FrontPage {
  pinned: ListedPost[]
  hot: ListedPost[]
  followed: ListedPost[]
  newest: ListedPost[]
  tags: PopularTag[]
}

/**
 * Reads the home page in one round trip. `reads` filters the hot and newest posts by language. `followed` selects posts by
 * followed authors. `cached` is the cached side content; if it is null, `store` receives the content to cache.
 */
export async function frontPage(
  db: Database,
  { viewer, reads }: { viewer: Viewer | null; reads: PostLanguage | null },
  language: Language,
  followed: Statement<ListedRow> | null,
  { cached, store }: { cached: SideContent | null; store: (beside: SideContent) => void },
): Promise<FrontPage> {
  const read = await db.read({
    newest: listOf(
      listedColumns,
      { sort: 'new', viewer, language: reads ?? undefined },
      { limit: NEWEST_READ, after: null },
    ),
    followed,
    beside: cached ? null : sideContent,
  })
  if (read.beside) store(read.beside)
  const { pinned, hot, tags } = cached ?? read.beside ?? { pinned: [], hot: [], tags: [] }
  const blocked = blockedBy(viewer)
  const shown = new Set<number>()
  const part = (rows: ListedRow[], max: number): ListedPost[] => {
    const fresh = rows.filter(({ id, author_id }) => !shown.has(id) && !blocked.includes(author_id)).slice(0, max)
    for (const { id } of fresh) shown.add(id)
    return fresh.map((row) => asListedPost(row, language))
  }
  return {
    pinned: part(pinned, PINNED_MAX),
    // The first post is shown alone above the others, so prefer one with an image.
    hot: part(
      hot.filter((row) => hasReactions(row) && isIn(reads, row)),
      HOT_SHOWN,
    ).sort((a, b) => Number(!a.cover_url) - Number(!b.cover_url)),
    followed: part(read.followed ?? [], FOLLOWED_SHOWN),
    newest: part(read.newest, NEWEST_SHOWN),
    tags,
  }
}

/** The hot rank starts at the publication time, so a post without reactions is only new. */
function hasReactions({ likes_count, comments_count, favorites_count, energy }: ListedRow): boolean {
  return likes_count + comments_count + favorites_count + energy > 0
}
