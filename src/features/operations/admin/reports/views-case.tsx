import { raw } from 'hono/html'
import type { Child } from 'hono/jsx'
import { type Comment, commentPath } from '#features/community/comments/comment.ts'
import { CommentAuthor } from '#features/community/comments/views-comment.tsx'
import { isUntrusted } from '#features/community/reports/report.ts'
import { imageUrl } from '#features/core/people/user-ref.ts'
import { userPath } from '#features/core/shell/navigation.ts'
import { Avatar, LevelBadge } from '#features/core/shell/user.tsx'
import { banTexts } from '#features/operations/admin/frame/text.ts'
import {
  DecisionCard,
  PersonLine,
  QueueCard,
  RemovableImages,
  RenderedPost,
} from '#features/operations/admin/frame/views-queue.tsx'
import { neighboursIn } from '#features/operations/admin/frame/waiting.ts'
import type { ReportCase } from '#features/operations/admin/reports/case.ts'
import type {
  OpenCase,
  ReportQueue,
  ShownContent,
} from '#features/operations/admin/reports/queue.ts'
import {
  type AdminReportsText,
  adminReportsTexts,
} from '#features/operations/admin/reports/text.ts'
import { NoteLines } from '#features/operations/notes/views.tsx'
import { StatusBadge } from '#features/pages/studio/views-post.tsx'
import { imageKeysIn } from '#features/publishing/posts/content.ts'
import { postPath } from '#features/publishing/posts/post.ts'
import { Changes } from '#features/publishing/revisions/views.tsx'
import { withCodeFrames } from '#kernel/html/readable.ts'
import type { Language } from '#kernel/i18n.ts'
import { Badge, Card, SideCard } from '#web/components/elements.tsx'
import { Tabs } from '#web/components/lists.tsx'
import { Time } from '#web/components/time.tsx'

interface DecisionProps {
  queue: ReportQueue
  current: OpenCase
  /** Opens the next case after a decision. */
  after: `goto:${string}`
  mayRemove: boolean
  ban: BanChoice
  language: Language
}

/**
 * The choice of a decision that bans: a reported user with all content hidden, or the author of the
 * reported content, which is deleted. Null if there is none to offer.
 */
export type BanChoice = 'hide' | 'delete' | 'deleteAndHide' | null

/** Uses the shortcut keys of the review page: A keeps the content, and R removes it. */
export function Decision({ queue, current, after, mayRemove, ban, language }: DecisionProps) {
  const text = adminReportsTexts[language]
  const { report } = current
  const api = `POST /api/admin/reports/${report.kind}/${report.id}/close` as const
  const target = report.kind === 'user' ? report.subject.display_name : nameOf(report, text)
  const removeLabel = current.isRemoved ? text.removeGone : text.remove[report.kind]
  const { previous, next } = neighboursOf(queue)
  const step = (id: number | null) => (id === null ? null : casePath(id))
  const close = { to: api, target }
  const ends = { ...close, kind: 'danger wide' }
  const { openHide, openDelete, openDeleteAndHide } = banTexts[language]
  const banLabel = { hide: openHide, delete: openDelete, deleteAndHide: openDeleteAndHide }[
    ban ?? 'hide'
  ]
  const removeIcon = report.kind === 'comment' ? 'trash' : 'lock'
  return (
    <DecisionCard
      label={text.decide}
      steps={{ previous: step(previous), next: step(next), back: text.back, skip: text.next }}
      form={{
        api,
        after,
        toast: text.kept,
        shortcut: 'a',
        icon: 'check',
        label: text.keep,
        field: <input type="hidden" name="decision" value="kept" />,
      }}
      dialogs={[
        {
          ...close,
          dialog: 'keep-dialog',
          shortcut: 'n',
          icon: 'comment',
          label: text.keepWithNote,
        },
        mayRemove && {
          ...ends,
          dialog: 'remove-dialog',
          shortcut: 'r',
          icon: removeIcon,
          label: removeLabel,
        },
        ban && { ...ends, dialog: `${ban}-dialog`, shortcut: 'b', icon: 'person', label: banLabel },
      ]}
      language={language}
    />
  )
}

export const casePath = (id: number) => `/admin/reports?case=${id}`

export function neighboursOf({ cases, current }: ReportQueue) {
  return neighboursIn(
    cases.map(({ case_id }) => case_id),
    current?.report.case_id,
  )
}

/** The reports of a case: the reporter, the reason, and the record of the reporter. */
export function Reports({ report, language }: { report: ReportCase; language: Language }) {
  const text = adminReportsTexts[language]
  const more = report.reports_count - report.reports.length
  return (
    <SideCard
      heading="reports-heading"
      title={
        <>
          {text.reports} <small class="faint">{countOf(report, text)}</small>
        </>
      }
    >
      <ol class="moves stack loose">
        {report.word !== null && (
          <li>
            <span>
              {text.bySite} <Badge>{text.word(report.word)}</Badge>
            </span>
          </li>
        )}
        {report.reports.map(({ reporter, record, reason, text: said, created_at }) => (
          <li>
            <span>
              <a href={`/admin/users/${reporter.uid}`}>{reporter.display_name}</a>{' '}
              <Badge>{text.reasons[reason]}</Badge>
            </span>
            <small class="faint">
              {text.record(record.upheld, record.upheld + record.turned_down)}
              {isUntrusted(record) && (
                <>
                  {' '}
                  <Badge tone="danger">{text.untrusted}</Badge>
                </>
              )}{' '}
              · <Time value={created_at} language={language} />
            </small>
            {said && <q>{said}</q>}
          </li>
        ))}
      </ol>
      {more > 0 && <p class="faint">{text.moreReports(more)}</p>}
    </SideCard>
  )
}

export function Subject({ current, language }: { current: OpenCase; language: Language }) {
  const { subject, kind } = current.report
  return (
    <SideCard heading="subject-heading" title={adminReportsTexts[language].subject[kind]}>
      <PersonLine person={subject} />
      <NoteLines uid={subject.uid} notes={current.notes} language={language} />
    </SideCard>
  )
}

export function CaseQueue({ queue, language }: { queue: ReportQueue; language: Language }) {
  const text = adminReportsTexts[language]
  const { cases, current, waiting } = queue
  const more = waiting.open_reports - cases.length
  return (
    <QueueCard
      title={text.queue}
      items={cases.map((report) => ({
        href: casePath(report.case_id),
        title: nameOf(report, text),
        facts: (
          <>
            <span class="queued-about">
              {presentNameOf(report, text)}
              {countOf(report, text)} ·{' '}
            </span>
            <Time value={report.opened_at} language={language} />
          </>
        ),
        isCurrent: report.case_id === current?.report.case_id,
      }))}
      more={more > 0 ? text.more(more) : null}
    />
  )
}

/** The number of reports, or the word because of which the site itself reported the content. */
export function countOf({ reports_count, word }: ReportCase, text: AdminReportsText): string {
  return [
    ...(word === null ? [] : [text.word(word)]),
    ...(reports_count > 0 ? [text.count(reports_count)] : []),
  ].join(' · ')
}

const NAME_LENGTH = 40

/** A short name of the content as it was reported. */
export function nameOf(
  { kind, excerpt, copies, subject }: ReportCase,
  text: AdminReportsText,
): string {
  if (kind === 'user') return copies[0]?.title || subject.display_name
  return shortened(excerpt) || `${text.kinds[kind]} · ${subject.display_name}`
}

/** The name at present. Null if it is the same, or if the content is deleted. */
function presentNameOf(
  { kind, excerpt, present_excerpt, copies, subject }: ReportCase,
  text: AdminReportsText,
): string | null {
  const reported = copies[0]?.title
  const isRenamed = kind === 'user' && reported && reported !== subject.username
  const isEdited = kind !== 'user' && present_excerpt && present_excerpt !== excerpt
  const newText = isEdited ? shortened(present_excerpt) : null
  const name = isRenamed ? subject.display_name : newText
  return name === null ? null : `${text.nowCalled(name)} · `
}

function shortened(name: string): string {
  const characters = [...name.replace(/\s+/g, ' ')]
  return characters.length > NAME_LENGTH
    ? `${characters.slice(0, NAME_LENGTH).join('')}…`
    : characters.join('')
}

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
        <p class="rendered-label faint tiny">
          {label} · {text.kinds[report.kind]}
          {copy && (
            <>
              {' '}
              · <Time value={copy.created_at} language={language} />
            </>
          )}
        </p>
        {reported ? (
          <Shown content={reported} {...{ current, language }} />
        ) : (
          <p class="faint">{text.deleted}</p>
        )}
        {reported && <RemovableImages urls={imagesOf(reported)} language={language} />}
      </section>
    </>
  )
}

function imagesOf({ post, comment, person }: ShownContent): (string | null)[] {
  if (post) return imageKeysIn(post.body, post.cover_url, post.share_key).map(imageUrl)
  return [comment?.image?.url ?? null, person?.user.avatar_url ?? null]
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
    return (
      <RenderedPost
        post={{ ...post, lock_reason: null, views: null }}
        body={post.body}
        language={language}
      />
    )
  if (comment) return <ReportedComment {...{ comment, current, language }} />
  return person && <ReportedPerson {...{ person, current, language }} />
}

function ReportedComment({ comment: shown, current, language }: PartProps & { comment: Comment }) {
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
        <a href={commentPath(shown.post_id, shown.id)}>
          {text.on(postTitle || `#${shown.post_id}`)}
        </a>
      </p>
    </>
  )
}

function OneComment({ shown: comment, language }: { shown: Comment; language: Language }) {
  const { author, image } = comment
  return (
    <article class="comment beside">
      <Avatar user={author} />
      <header class="comment-by row small">
        <CommentAuthor user={author} />
        <Time value={comment.created_at} language={language} />
      </header>
      <div class="comment-text">{raw(withCodeFrames(comment.html))}</div>
      {image && (
        <img src={image.url} width={image.width} height={image.height} alt="" loading="lazy" />
      )}
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
    <div class="reported-person line breaks">
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

function ReportedPerson({
  person,
  current: { posts, comments },
  language,
}: PersonProps & PartProps) {
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
      {children.length === 0 ? (
        <p class="faint">{none}</p>
      ) : (
        <ul class="reported-newest breaks">{children}</ul>
      )}
    </>
  )
}
