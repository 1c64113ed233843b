import type { Database } from '#db/client.ts'
import type { Viewer } from '#features/people/viewer.ts'
import type { FullRow } from '#features/posts/post.ts'
import { ownPostOf } from '#features/posts/visibility.ts'
import { settingOf } from '#features/site/settings.ts'
import { AppError } from '#kernel/errors.ts'

export interface Manuscript {
  /** Null for a post that is yet to be begun. */
  post: FullRow | null
  auditIsOn: boolean
}

/** What is on the write page. A post of somebody else is not there. */
export async function manuscriptOf(db: Database, viewer: Viewer, id: number | null): Promise<Manuscript> {
  if (id === null) {
    const audit = await db.first(settingOf('audit.enabled'))
    return { post: null, auditIsOn: audit?.value === 1 }
  }
  const [[post], [audit]] = await db.batch([ownPostOf(viewer, id), settingOf('audit.enabled')])
  if (!post) throw new AppError('not_found')
  return { post, auditIsOn: audit?.value === 1 }
}
