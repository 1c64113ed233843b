import type { Database } from '#db/client.ts'
import type { Viewer } from '#features/people/viewer.ts'
import { type Manuscript as Begun, manuscriptOf } from '#features/posts/manuscript.ts'
import { settingOf } from '#features/site/settings.ts'

/** What is on the write page: a post, or null for one that is yet to be begun. */
export type Manuscript = Begun | { post: null; auditIsOn: boolean }

export async function manuscriptToWrite(db: Database, viewer: Viewer, id: number | null): Promise<Manuscript> {
  if (id !== null) return manuscriptOf(db, viewer, id)
  return db.read({ post: null, auditIsOn: settingOf('audit.enabled') })
}
