import type { Compute } from '#compute/client.ts'
import type { Database } from '#db/client.ts'
import type { SeriesRow } from '#db/schema/publishing.ts'
import { type PendingReview, pendingReview } from '#features/accounts/profiles/review.ts'
import { levelOf } from '#features/core/people/level.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { settingOf } from '#features/core/site/settings.ts'
import { type AuthorRules, authorRules } from '#features/publishing/content-rules/needs-review.ts'
import { type NextLetter, nextLetter } from '#features/publishing/letters/author.ts'
import { type PostForAuthor, postForAuthorOf } from '#features/publishing/posts/moves.ts'
import { mayHaveShareImage } from '#features/publishing/posts/share-image.ts'
import { seriesChoices } from '#features/publishing/series/series.ts'

/** The content of the write page. */
export type PostToWrite = (PostForAuthor | NewPost) & {
  /** The series of the viewer that the post can be added to. */
  series: Pick<SeriesRow, 'id' | 'title'>[]
  /** Authors must say whether they used AI. */
  asksAi: boolean
  /** Whether the editor may make an image for share cards. */
  mayShare: boolean
  /** Null if no letter is sent when the post is published. */
  letter: NextLetter | null
}

interface NewPost {
  post: null
  rules: AuthorRules
  /** The pending profile change of a viewer who may not publish yet. */
  review: PendingReview | null
}

/** Without an id, for a new post. A post of another user is `not_found`. */
export async function postToWrite(
  db: Database,
  compute: Compute,
  viewer: Viewer,
  id: number | null,
  now: Date,
): Promise<PostToWrite> {
  const asksAi = settingOf('posts.ask_ai')
  const series = seriesChoices(viewer)
  const letter = nextLetter(viewer)
  if (id !== null) {
    const loaded = await db.read({ ...postForAuthorOf(viewer, id, now), series, asksAi, letter })
    // The page also works while the compute Worker is down.
    const mayShare = await mayHaveShareImage(compute, loaded).catch(() => false)
    // The first publication has decided it, and imported posts have no letter.
    const isFirst = loaded.post.published_at === null
    return { ...loaded, mayShare, letter: isFirst ? loaded.letter : null }
  }
  const review = levelOf(viewer.exp) === 0 ? pendingReview(viewer.uid) : null
  const rules = authorRules(viewer, now)
  return {
    ...(await db.read({ post: null, rules, review, series, asksAi, letter })),
    mayShare: true,
  }
}
