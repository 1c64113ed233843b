import type { Database } from '#db/client.ts'
import type { Viewer } from '#features/people/viewer.ts'
import type { FullRow } from '#features/posts/post.ts'
import { ownPostOf } from '#features/posts/visibility.ts'
import { settingOf } from '#features/site/settings.ts'

/** A post of one's own, and whether what is made of it will be reviewed: known together, in one round trip. */
export interface Manuscript {
  post: FullRow
  auditIsOn: boolean
}

export async function manuscriptOf(db: Database, viewer: Viewer, id: number): Promise<Manuscript> {
  return db.read({ post: ownPostOf(viewer, id), auditIsOn: settingOf('audit.enabled') })
}
