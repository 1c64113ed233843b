import type { Database } from '#db/client.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { withoutLetter } from '#features/publishing/letters/without-letter.ts'
import { imageKeysIn } from '#features/publishing/posts/content.ts'
import { rawContentOf } from '#features/publishing/posts/create.ts'
import { applyMove } from '#features/publishing/posts/moves.ts'
import { type FullRow, ownPost } from '#features/publishing/posts/post.ts'
import { nextStatus } from '#features/publishing/posts/states.ts'
import { packedRevision, storeRevision } from '#features/publishing/revisions/revision-rows.ts'
import { AppError } from '#kernel/errors.ts'

/**
 * Makes a public post a draft. Its likes, comments, favourites, energy and their counts stay with
 * the row, so they return when the post is published again. `published_at` stays too: the post
 * returns to its old place in lists and feeds, and followers of its series get no second notice
 * (the trigger posts_are_news_of_series). A letter that is not sent yet is dropped, and none is
 * sent later. The public version stays in the history, because the next save may be part of the
 * same editing session. No quota applies: a user must always be able to hide a post.
 */
export async function unpublishPost(
  db: Database,
  viewer: Viewer,
  id: number,
  now: Date,
): Promise<FullRow> {
  const post = await ownPost(db, viewer, id)
  const to = nextStatus(post, 'unpublish', false)
  if (to === null)
    throw new AppError(post.status === 'locked' ? 'post_not_editable' : 'invalid_transition')
  const before = rawContentOf(post)
  const images = imageKeysIn(before.body, before.coverUrl)
  return applyMove(db, { post, actor: viewer.uid, move: 'unpublish', to }, now, [
    // Compressed here, because hiding a post must not depend on the compute Worker.
    storeRevision(post, await packedRevision(before), images),
    withoutLetter(id),
  ])
}
