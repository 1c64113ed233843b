import type { Database } from '#db/client.ts'
import { type PendingReview, pendingReview } from '#features/accounts/profiles/review.ts'
import { levelOf } from '#features/core/people/level.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { type AuthorRules, authorRules } from '#features/publishing/content-rules/needs-review.ts'
import { type PostForAuthor, postForAuthor } from '#features/publishing/posts/moves.ts'

/** The content of the write page. `post` is null for a new post. */
export type PostToWrite = PostForAuthor | NewPost

interface NewPost {
  post: null
  rules: AuthorRules
  /** The pending profile change of a viewer who may not publish yet. */
  review: PendingReview | null
}

export async function postToWrite(db: Database, viewer: Viewer, id: number | null, now: Date): Promise<PostToWrite> {
  if (id !== null) return postForAuthor(db, viewer, id, now)
  const review = levelOf(viewer.exp) === 0 ? pendingReview(viewer.uid) : null
  return db.read({ post: null, rules: authorRules(viewer, now), review })
}
