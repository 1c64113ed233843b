import type { Database } from '#db/client.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { settingOf } from '#features/core/site/settings.ts'
import { type PostForAuthor, postForAuthor } from '#features/publishing/posts/for-author.ts'

/** The content of the write page. `post` is null for a new post. */
export type PostToWrite = PostForAuthor | { post: null; auditIsOn: boolean }

export async function postToWrite(db: Database, viewer: Viewer, id: number | null): Promise<PostToWrite> {
  if (id !== null) return postForAuthor(db, viewer, id)
  return db.read({ post: null, auditIsOn: settingOf('audit.enabled') })
}
