import type { Child } from 'hono/jsx'
import { Followers } from '#features/community/follows/views.tsx'
import type { UserRef } from '#features/core/people/shapes.ts'
import { AuthorName } from '#features/core/shell/author-name.tsx'
import { Avatar } from '#features/core/shell/avatar.tsx'
import type { ReadingText } from '#features/pages/reading/text.ts'
import type { Language } from '#kernel/i18n.ts'

interface AuthorCardProps {
  user: UserRef
  signature: string
  followers: number
  text: ReadingText
  language: Language
  /** The follow button. */
  action?: Child
}

export function AuthorCard({ user, signature, followers, text, language, action }: AuthorCardProps) {
  return (
    <section class="card author-card" aria-label={text.aboutAuthor}>
      <Avatar user={user} size="large" />
      <div class="author-words">
        <h2>
          <AuthorName user={user} />
        </h2>
        <Followers uid={user.uid} count={followers} language={language} />
        <p class="soft">{signature || text.noSignature}</p>
      </div>
      <div class="author-actions">
        {action}
        <a class="button small" href={`/posts?author=${user.uid}`}>
          {text.morePosts}
        </a>
      </div>
    </section>
  )
}
