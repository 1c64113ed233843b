import type { Database } from '#db/client.ts'
import type { Viewer } from '#features/people/viewer.ts'
import { type PostForAuthor, postForAuthor } from '#features/posts/for-author.ts'
import { settingOf } from '#features/site/settings.ts'

/** What the write page shows: a post, or null for a new one. */
export type PostToWrite = PostForAuthor | { post: null; auditIsOn: boolean }

export async function postToWrite(db: Database, viewer: Viewer, id: number | null): Promise<PostToWrite> {
  if (id !== null) return postForAuthor(db, viewer, id)
  return db.read({ post: null, auditIsOn: settingOf('audit.enabled') })
}
