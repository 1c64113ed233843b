import type { Child } from 'hono/jsx'
import { commentPath } from '#features/community/comments/comment.ts'
import { asLink, CommentAuthor } from '#features/community/comments/views-comment.tsx'
import { imageUrl } from '#features/core/people/user-ref.ts'
import { userPath } from '#features/core/shell/navigation.ts'
import { Avatar, LevelBadge } from '#features/core/shell/user.tsx'
import { RemovableImages } from '#features/operations/admin/frame/views-images.tsx'
import { RenderedPost } from '#features/operations/admin/frame/views-queue.tsx'
import type { OpenCase, ShownComment, ShownContent } from '#features/operations/admin/reports/queue.ts'
import { adminReportsTexts } from '#features/operations/admin/reports/text.ts'
import { casePath } from '#features/operations/admin/reports/views-side.tsx'
import { StatusBadge } from '#features/pages/studio/views-post.tsx'
import { imageKeysIn } from '#features/publishing/posts/content.ts'
import { postPath } from '#features/publishing/posts/post.ts'
import { Changes } from '#features/publishing/revisions/views.tsx'
import type { Language } from '#kernel/i18n.ts'
import { Card } from '#web/components/elements.tsx'
import { Tabs } from '#web/components/lists.tsx'
import { Time } from '#web/components/time.tsx'

interface PartProps {
  current: OpenCase
  language: Language
}

/** The content as it was reported, below its changes up to the present. */
export function ReportedContentView({ current, language }: PartProps) {
  const text = adminReportsTexts[language]
  const { report, reported, copy } = current
  const label = copy ? text.asReported : text.inPlace
  return (
    <>
      {copy && <Present current={current} language={language} />}
      {report.copies.length > 1 && (
        <Tabs
          label={text.versions}
          items={report.copies.map(({ id }, n) => ({
            href: `${casePath(report.case_id)}&copy=${id}`,
            label: text.version(n + 1),
            current: id === copy?.id,
          }))}
        />
      )}
      <section class="card rendered" aria-label={label}>
        <p class="rendered-label">
          {label} · {text.kinds[report.kind]}
          {copy && (
            <>
              {' '}
              · <Time value={copy.created_at} language={language} />
            </>
          )}
        </p>
        {reported ? <Shown content={reported} {...{ current, language }} /> : <p class="faint">{text.deleted}</p>}
        {reported && <RemovableImages urls={imagesOf(reported)} language={language} />}
      </section>
    </>
  )
}

function imagesOf({ post, comment, person }: ShownContent): (string | null)[] {
  if (post) return imageKeysIn(post.body, post.cover_url, post.share_key).map(imageUrl)
  return [comment?.comment.image?.url ?? null, person?.user.avatar_url ?? null]
}

/** The state at present, and the changes since the shown version was reported. */
function Present({ current, language }: PartProps) {
  const text = adminReportsTexts[language]
  const { report, present, postStatus, isChanged, changes } = current
  const hasStatus = report.kind === 'post' && present !== null && postStatus !== null
  return (
    <Card
      heading="present-heading"
      title={text.present}
      aside={hasStatus && <StatusBadge status={postStatus} language={language} />}
    >
      {present === null ? (
        <p class="soft">{text.deletedSince}</p>
      ) : !isChanged ? (
        <p class="soft">{text.unchanged}</p>
      ) : present.person ? (
        <Person person={present.person} language={language} />
      ) : (
        <Changes fields={changes ?? []} language={language} />
      )}
    </Card>
  )
}

function Shown({ content, current, language }: PartProps & { content: ShownContent }) {
  const { post, comment, person } = content
  if (post)
    return <RenderedPost post={{ ...post, lock_reason: null, views: null }} body={post.body} language={language} />
  if (comment) return <ReportedComment {...{ comment, current, language }} />
  return person && <ReportedPerson {...{ person, current, language }} />
}

function ReportedComment({ comment: shown, current, language }: PartProps & { comment: ShownComment }) {
  const text = adminReportsTexts[language]
  const { answered, postTitle } = current
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

interface PersonProps {
  person: NonNullable<ShownContent['person']>
  language: Language
}

function Person({ person: { user, signature }, language }: PersonProps) {
  const { noSignature } = adminReportsTexts[language]
  return (
    <div class="reported-person">
      <Avatar user={user} size="large" />
      <div>
        <h2>
          <a href={userPath(user.uid)}>{user.display_name}</a> <LevelBadge level={user.level} />
        </h2>
        <p class={signature ? undefined : 'faint'}>{signature || noSignature}</p>
      </div>
    </div>
  )
}

function ReportedPerson({ person, current: { posts, comments }, language }: PersonProps & PartProps) {
  const text = adminReportsTexts[language]
  return (
    <>
      <Person person={person} language={language} />
      <Newest title={text.posts} none={text.nothing}>
        {posts.map(({ id, title }) => (
          <li>
            <a href={postPath(id)}>{title}</a>
          </li>
        ))}
      </Newest>
      <Newest title={text.comments} none={text.nothing}>
        {comments.map(({ id, post_id, body }) => (
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
