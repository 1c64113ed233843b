import { changesOf } from '#features/operations/admin/posts/changes.ts'
import type { AdminPost } from '#features/operations/admin/posts/review.ts'
import type { AdminPostsText } from '#features/operations/admin/posts/text.ts'
import { Changes } from '#features/publishing/revisions/views.tsx'
import type { Language } from '#kernel/i18n.ts'

export function Diff({ post, text, language }: { post: AdminPost; text: AdminPostsText; language: Language }) {
  return (
    <section class="card" aria-labelledby="changes">
      <header>
        <h2 id="changes">{text.changes}</h2>
        <p>{text.changedTimes(post.unseen_edits.length)}</p>
      </header>
      <Changes fields={changesOf(post)} language={language} />
    </section>
  )
}
