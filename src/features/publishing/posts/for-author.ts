import type { Database } from '#db/client.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { settingOf } from '#features/core/site/settings.ts'
import { type AuthorRules, authorRules } from '#features/publishing/content-rules/needs-review.ts'
import type { FullRow } from '#features/publishing/posts/post.ts'
import { ownPostOf } from '#features/publishing/posts/visibility.ts'

/** A post of the viewer and the rules for publishing, read in one round trip. */
export interface PostForAuthor {
  post: FullRow
  rules: AuthorRules
  verifiedOnly: boolean
}

export async function postForAuthor(db: Database, viewer: Viewer, id: number, now: Date): Promise<PostForAuthor> {
  return db.read(postForAuthorOf(viewer, id, now))
}

/** The same, as part of a larger read. */
export function postForAuthorOf(viewer: Viewer, id: number, now: Date) {
  return {
    post: ownPostOf(viewer, id),
    rules: authorRules(viewer, now),
    verifiedOnly: settingOf('email.verification_required'),
  }
}
