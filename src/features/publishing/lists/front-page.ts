import type { Database, Statement } from '#db/client.ts'
import { blockedBy } from '#features/core/blocks/touch.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { listOf } from '#features/publishing/lists/list.ts'
import { type Beside, besideLists, type PopularTag } from '#features/publishing/lists/list-page.ts'
import { PINNED_MAX } from '#features/publishing/lists/pinned.ts'
import { isIn, type PostLanguage } from '#features/publishing/posts/language.ts'
import { asListedPost, type ListedPost, type ListedRow, listedColumns } from '#features/publishing/posts/post.ts'
import type { Language } from '#kernel/i18n.ts'

const HOT_SHOWN = 3
const FOLLOWED_SHOWN = 3
/** Some of them are pinned or hot. */
export const FOLLOWED_READ = 5
const NEWEST_SHOWN = 8
/** Of the newest some stand further up already. */
const NEWEST_READ = NEWEST_SHOWN + HOT_SHOWN + FOLLOWED_SHOWN

/** The home page in the order of its parts. No post is in two of them. */
export interface FrontPage {
  pinned: ListedPost[]
  hot: ListedPost[]
  followed: ListedPost[]
  newest: ListedPost[]
  tags: PopularTag[]
}

/** In one round trip. `reads` narrows the hot and the newest, `followed` is what the authors that the viewer follows wrote, `learn` is told what stands beside lists. */
export async function frontPage(
  db: Database,
  { viewer, reads }: { viewer: Viewer | null; reads: PostLanguage | null },
  language: Language,
  followed: Statement<ListedRow> | null,
  { known, learn }: { known: Beside | null; learn: (beside: Beside) => void },
): Promise<FrontPage> {
  const read = await db.read({
    newest: listOf(
      listedColumns,
      { sort: 'new', viewer, language: reads ?? undefined },
      { limit: NEWEST_READ, after: null },
    ),
    followed,
    beside: known ? null : besideLists,
  })
  if (read.beside) learn(read.beside)
  const { pinned, hot, tags } = known ?? read.beside ?? { pinned: [], hot: [], tags: [] }
  const blocked = blockedBy(viewer)
  const shown = new Set<number>()
  const part = (rows: ListedRow[], max: number): ListedPost[] => {
    const fresh = rows.filter(({ id, author_id }) => !shown.has(id) && !blocked.includes(author_id)).slice(0, max)
    for (const { id } of fresh) shown.add(id)
    return fresh.map((row) => asListedPost(row, language))
  }
  return {
    pinned: part(pinned, PINNED_MAX),
    // The first stands alone above the others: better with a picture.
    hot: part(
      hot.filter((row) => isWarm(row) && isIn(reads, row)),
      HOT_SHOWN,
    ).sort((a, b) => Number(!a.cover_url) - Number(!b.cover_url)),
    followed: part(read.followed ?? [], FOLLOWED_SHOWN),
    newest: part(read.newest, NEWEST_SHOWN),
    tags,
  }
}

/** The hot rank begins at the time of publication: what nobody has reacted to is merely new. */
function isWarm({ likes_count, comments_count, favorites_count, energy }: ListedRow): boolean {
  return likes_count + comments_count + favorites_count + energy > 0
}
