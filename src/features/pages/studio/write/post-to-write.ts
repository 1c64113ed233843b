import type { Database } from '#db/client.ts'
import { pendingReview } from '#features/accounts/profiles/review.ts'
import { levelOf } from '#features/core/people/level.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { settingOf } from '#features/core/site/settings.ts'
import { authorRules } from '#features/publishing/content-rules/needs-review.ts'
import { postForAuthorOf } from '#features/publishing/posts/moves.ts'
import { seriesChoices } from '#features/publishing/series/series.ts'

export type PostToWrite = Awaited<ReturnType<typeof postToWrite>>

export async function postToWrite(db: Database, viewer: Viewer, id: number | null, now: Date) {
  const asksAi = settingOf('posts.ask_ai')
  const series = seriesChoices(viewer)
  if (id !== null) return db.read({ ...postForAuthorOf(viewer, id, now), series, asksAi })
  const review = levelOf(viewer.exp) === 0 ? pendingReview(viewer.uid) : null
  return db.read({ post: null, rules: authorRules(viewer, now), review, series, asksAi })
}
