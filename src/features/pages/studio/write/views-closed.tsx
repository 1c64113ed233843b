import { bodyFor, PostBody } from '#features/pages/reading/views-body.tsx'
import { studioTexts } from '#features/pages/studio/text.ts'
import { closedTexts } from '#features/pages/studio/write/text-write.ts'
import type { FullRow } from '#features/publishing/posts/post.ts'
import { languageOfText } from '#kernel/html/text.ts'
import type { Language } from '#kernel/i18n.ts'
import { EmptyState, LinkButton, Notice } from '#web/components/elements.tsx'
import { ApiButton } from '#web/components/form.tsx'

export function ClosedToBanned({ language }: { language: Language }) {
  const text = closedTexts[language]
  const actions = <LinkButton href="/studio/posts" label={text.toPosts} />
  return (
    <>
      <h1 class="visually-hidden">{text.title}</h1>
      <EmptyState icon="lock" title={text.bannedTitle} actions={actions} hint={text.banned} />
    </>
  )
}

/** A post that cannot be edited now: the reason, a withdraw button if the post is pending, and the post itself. */
export function ClosedPost({ post, language }: { post: FullRow; language: Language }) {
  const text = studioTexts[language]
  const closed = closedTexts[language]
  return (
    <div class="stack closed-post">
      <Notice tone={post.status === 'pending' ? 'info' : 'danger'}>
        <strong>{post.status === 'pending' ? closed.pendingTitle : closed.lockedTitle}</strong>
        <p>
          {post.status === 'pending' ? closed.pending : `${closed.locked}${post.lock_reason || text.post.noReason}`}
        </p>
      </Notice>
      <div class="form-actions">
        {post.status === 'pending' && (
          <ApiButton
            api={`POST /api/studio/posts/${post.id}/withdraw`}
            after="reload"
            toast={text.withdraw.done}
            button="button primary"
          >
            {closed.withdraw}
          </ApiButton>
        )}
        <LinkButton href="/studio/posts" label={closed.back} />
      </div>
      <article>
        <h1>{post.title || text.untitled}</h1>
        <PostBody html={bodyFor(post.body, language).html} lang={languageOfText(post.title + post.summary)} />
      </article>
    </div>
  )
}
