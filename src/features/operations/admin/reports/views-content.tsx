import type { Child } from 'hono/jsx'
import { commentPath } from '#features/community/comments/paths.ts'
import { asLink, CommentAuthor } from '#features/community/comments/views-comment.tsx'
import { Avatar } from '#features/core/shell/avatar.tsx'
import { LevelBadge } from '#features/core/shell/level-badge.tsx'
import { userPath } from '#features/core/shell/navigation.ts'
import { RenderedPost } from '#features/operations/admin/frame/views-queue.tsx'
import type { OpenCase } from '#features/operations/admin/reports/queue.ts'
import type { ShownComment } from '#features/operations/admin/reports/reported-content.ts'
import type { AdminReportsText } from '#features/operations/admin/reports/text.ts'
import { postPath } from '#features/publishing/posts/paths.ts'
import type { Language } from '#kernel/i18n.ts'
import { Time } from '#web/components/time.tsx'

interface ReportedContentProps {
  current: OpenCase
  text: AdminReportsText
  language: Language
}

/** The reported content as readers see it. */
export function ReportedContentView({ current, text, language }: ReportedContentProps) {
  const { report, content, postTitle } = current
  return (
    <section class="card rendered" aria-label={text.inPlace}>
      <p class="rendered-label">
        {text.inPlace} · {text.kinds[report.kind]}
      </p>
      {report.kind === 'user' ? (
        <ReportedPerson {...{ current, text }} />
      ) : report.kind === 'post' ? (
        content.post ? (
          <RenderedPost
            post={{ ...content.post, lock_reason: null, views: null }}
            body={content.post.body}
            language={language}
          />
        ) : (
          <p class="faint">{text.deleted}</p>
        )
      ) : (
        <ReportedComment {...{ content, postTitle, text, language }} />
      )}
    </section>
  )
}

type ReportedCommentProps = Omit<ReportedContentProps, 'current'> & Pick<OpenCase, 'content' | 'postTitle'>

function ReportedComment({ content, postTitle, text, language }: ReportedCommentProps) {
  const { comment: shown, answered } = content
  if (shown === null) return <p class="faint">{text.deleted}</p>
  return (
    <>
      {answered && (
        <blockquote class="reported-answered">
          <p class="faint">{text.answers}</p>
          <OneComment shown={answered} language={language} />
        </blockquote>
      )}
      <OneComment shown={shown} language={language} />
      <p>
        <a href={commentPath(shown.comment.post_id, shown.comment.id)}>
          {text.on(postTitle || `#${shown.comment.post_id}`)}
        </a>
      </p>
    </>
  )
}

function OneComment({ shown: { comment, parts }, language }: { shown: ShownComment; language: Language }) {
  const { author, image } = comment
  return (
    <article class="comment">
      <Avatar user={author} />
      <header class="comment-by">
        <CommentAuthor user={author} />
        <Time value={comment.created_at} language={language} />
      </header>
      <p class="comment-text">{parts.map(asLink)}</p>
      {image && <img src={image.url} width={image.width} height={image.height} alt="" loading="lazy" />}
    </article>
  )
}

function ReportedPerson({ current: { report, content }, text }: Omit<ReportedContentProps, 'language'>) {
  const { subject, excerpt } = report
  return (
    <>
      <div class="reported-person">
        <Avatar user={subject} size="large" />
        <div>
          <h2>
            <a href={userPath(subject.uid)}>{subject.display_name}</a> <LevelBadge level={subject.level} />
          </h2>
          <p class={excerpt ? undefined : 'faint'}>{excerpt || text.noSignature}</p>
        </div>
      </div>
      <Newest title={text.posts} none={text.nothing}>
        {content.posts.map(({ id, title }) => (
          <li>
            <a href={postPath(id)}>{title}</a>
          </li>
        ))}
      </Newest>
      <Newest title={text.comments} none={text.nothing}>
        {content.comments.map(({ id, post_id, body }) => (
          <li>
            <a href={commentPath(post_id, id)}>{body || `#${id}`}</a>
          </li>
        ))}
      </Newest>
    </>
  )
}

function Newest({ title, none, children }: { title: string; none: string; children: Child[] }) {
  return (
    <>
      <h3>{title}</h3>
      {children.length === 0 ? <p class="faint">{none}</p> : <ul class="reported-newest">{children}</ul>}
    </>
  )
}
