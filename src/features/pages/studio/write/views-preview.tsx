import { useContext } from 'hono/jsx'
import { IdentityContext } from '#features/core/shell/mark.tsx'
import { TimeSentence } from '#features/core/shell/silence-notice.tsx'
import { readingTexts } from '#features/pages/reading/text.ts'
import { PostArticle } from '#features/pages/reading/views.tsx'
import {
  bodyFor,
  type contentsOf,
  PostBody,
  stylesheet,
} from '#features/pages/reading/views-body.tsx'
import { previewPage, unsavedNote } from '#features/pages/studio/hooks.ts'
import { scheduleTexts, studioTexts } from '#features/pages/studio/text.ts'
import { closedTexts } from '#features/pages/studio/write/text-write.ts'
import { asPost, type FullRow } from '#features/publishing/posts/post.ts'
import { languageOfText } from '#kernel/html/plain.ts'
import type { Language } from '#kernel/i18n.ts'
import { EmptyState, LinkButton, Notice } from '#web/components/elements.tsx'
import { ApiButton } from '#web/components/form.tsx'

interface PreviewProps {
  post: FullRow
  html: string
  contents: ReturnType<typeof contentsOf>
  language: Language
}

/**
 * A post as readers will see it, with the same view. client/entries/preview.ts inserts unsaved
 * changes of the browser, with the same sanitiser.
 */
export function Preview({ post, html, contents, language }: PreviewProps) {
  const text = studioTexts[language].preview
  const { done, toDo, table, callouts, footnotes, backToText, load } = readingTexts[language]
  const labels = { done, toDo, table, callouts, footnotes, backToText, load }
  const { reading_minutes, lock_reason, author_id } = post
  const { external_images: externalImages } = useContext(IdentityContext)
  return (
    <div class="post" {...previewPage({ author: author_id, text: labels, externalImages })}>
      {/* For unsaved changes. */}
      {stylesheet('formulas.css')}
      {stylesheet('blocks.css')}
      <PostArticle
        post={{ ...asPost(post, null, language), reading_minutes, lock_reason, views: null }}
        isOwn={false}
        {...{ html, contents, language }}
        above={
          <Notice>
            <p>
              {text.note} <span {...unsavedNote()} hidden>{`${text.unsaved} `}</span>
              <a href={`/studio/write?id=${post.id}`}>{text.edit}</a>
            </p>
          </Notice>
        }
      />
    </div>
  )
}

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

/**
 * A post that cannot be edited now: the reason, a button to withdraw it if it is in review, and the
 * post itself.
 */
export function ClosedPost({ post, language }: { post: FullRow; language: Language }) {
  const text = studioTexts[language]
  const closed = closedTexts[language]
  return (
    <div class="stack closed-post">
      <Notice tone={post.status === 'pending' ? 'info' : 'danger'}>
        <strong>{post.status === 'pending' ? closed.pendingTitle : closed.lockedTitle}</strong>
        <p>
          {post.status === 'pending'
            ? closed.pending
            : `${closed.locked}${post.lock_reason || text.post.noReason}`}
        </p>
        {post.publish_at && (
          <p>
            <TimeSentence
              text={scheduleTexts[language].listedWaiting}
              value={post.publish_at}
              language={language}
            />
          </p>
        )}
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
        <PostBody
          html={bodyFor(post.body, language, { formulas: post.formulas }).html}
          lang={languageOfText(post.title + post.summary)}
        />
      </article>
    </div>
  )
}
