import type { Database } from '#db/client.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { settingOf } from '#features/core/site/settings.ts'
import type { FullRow } from '#features/publishing/posts/post.ts'
import { ownPostOf } from '#features/publishing/posts/visibility.ts'

/** A post of the viewer and the site settings for publishing, read in one round trip. */
export interface PostForAuthor {
  post: FullRow
  auditIsOn: boolean
  verifiedOnly: boolean
}

export async function postForAuthor(db: Database, viewer: Viewer, id: number): Promise<PostForAuthor> {
  return db.read(postForAuthorOf(viewer, id))
}

/** The same, as part of a larger read. */
export function postForAuthorOf(viewer: Viewer, id: number) {
  return {
    post: ownPostOf(viewer, id),
    auditIsOn: settingOf('audit.enabled'),
    verifiedOnly: settingOf('email.verification_required'),
  }
}
