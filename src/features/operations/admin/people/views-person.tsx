import type { PropsWithChildren } from 'hono/jsx'
import { POST_STATUSES } from '#db/schema/posts.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { Avatar } from '#features/core/shell/avatar.tsx'
import { LevelBadge } from '#features/core/shell/level-badge.tsx'
import { userPath } from '#features/core/shell/navigation.ts'
import { adminCommentsTexts } from '#features/operations/admin/comments/text.ts'
import { CommentRow } from '#features/operations/admin/comments/views.tsx'
import { LedgerTable } from '#features/operations/admin/energy/views-ledger.tsx'
import { AuditList } from '#features/operations/admin/log/views.tsx'
import type { PersonFile } from '#features/operations/admin/people/person.ts'
import { type AdminPeopleText, adminPeopleTexts } from '#features/operations/admin/people/text.ts'
import { PersonBadges } from '#features/operations/admin/people/views.tsx'
import { PersonActions } from '#features/operations/admin/people/views-person-actions.tsx'
import { adminPostsTexts } from '#features/operations/admin/posts/text.ts'
import { AdminPostRow } from '#features/operations/admin/posts/views-row.tsx'
import { postStatusNames } from '#features/publishing/posts/states.ts'
import type { Language } from '#kernel/i18n.ts'
import { Notice } from '#web/components/notice.tsx'
import { Time } from '#web/components/time.tsx'

interface PersonViewProps {
  file: PersonFile
  viewer: Viewer
  language: Language
}

export function PersonView({ file, viewer, language }: PersonViewProps) {
  const text = adminPeopleTexts[language]
  const { person } = file
  const { uid } = person
  return (
    <div class="stack person-page">
      <header class="person-head">
        <Avatar user={person} size="large" />
        <div>
          <h1>
            {person.display_name} <LevelBadge level={person.level} />{' '}
            <PersonBadges person={person} language={language} />
          </h1>
          <p class="faint">
            UID {uid} · <a href={userPath(uid)}>{text.person.space}</a>
          </p>
        </div>
      </header>
      {person.status === 'banned' && (
        <Notice tone="danger">
          {text.person.banReason}: {person.ban_reason ?? text.person.none}
        </Notice>
      )}
      <div class="person-columns">
        <Facts file={file} text={text} language={language} />
        <PersonActions person={person} viewer={viewer} text={text.person} language={language} />
      </div>
      <Lists file={file} text={text} language={language} />
    </div>
  )
}

interface PartProps {
  file: PersonFile
  text: AdminPeopleText
  language: Language
}

function Facts({ file, text, language }: PartProps) {
  const { person } = file
  const labels = text.person
  return (
    <section class="card" aria-labelledby="facts">
      <header>
        <h2 id="facts">{labels.facts}</h2>
      </header>
      <dl class="facts">
        <dt>{labels.email}</dt>
        <dd>{person.email ?? labels.none}</dd>
        <dt>{labels.signature}</dt>
        <dd>{person.signature || labels.none}</dd>
        <dt>{labels.level}</dt>
        <dd>
          Lv{person.level} · {labels.exp(person.exp)}
        </dd>
        <dt>{labels.energy}</dt>
        <dd>{person.energy}</dd>
        <dt>{labels.followers}</dt>
        <dd>{person.followers_count}</dd>
        <dt>{labels.following}</dt>
        <dd>{person.following_count}</dd>
        <dt>{labels.written}</dt>
        <dd>
          {POST_STATUSES.filter((status) => person.posts[status] > 0)
            .map((status) => `${postStatusNames[language][status]} ${person.posts[status]}`)
            .join(' · ') || labels.none}
        </dd>
        <dt>{labels.sessions}</dt>
        <dd>{person.sessions_count}</dd>
        <dt>{labels.joined}</dt>
        <dd>
          <Time value={person.created_at} language={language} show="date" />
        </dd>
      </dl>
      {person.purge_at && (
        <Notice tone="warm">
          {labels.purge} <Time value={person.purge_at} language={language} show="date" /> {labels.purgeAt}
        </Notice>
      )}
    </section>
  )
}

function Lists({ file, text, language }: PartProps) {
  const { person, posts, comments, ledger, history } = file
  const { uid } = person
  const labels = text.person
  return (
    <>
      <Section title={labels.posts} id="posts" all={`/admin/posts?view=all&author=${uid}`} more={labels.more}>
        {posts.length === 0 ? (
          <p class="faint">{labels.noPosts}</p>
        ) : (
          <ul class="admin-list">
            {posts.map((post) => (
              <AdminPostRow post={post} text={adminPostsTexts[language]} language={language} />
            ))}
          </ul>
        )}
      </Section>
      <Section title={labels.comments} id="comments" all={`/admin/comments?author=${uid}`} more={labels.more}>
        {comments.length === 0 ? (
          <p class="faint">{labels.noComments}</p>
        ) : (
          <ul class="admin-list">
            {comments.map((comment) => (
              <CommentRow comment={comment} text={adminCommentsTexts[language]} language={language} />
            ))}
          </ul>
        )}
      </Section>
      <Section title={labels.ledger} id="ledger" all={`/admin/energy/logs?uid=${uid}`} more={labels.more}>
        {ledger.length === 0 ? (
          <p class="faint">{labels.noLedger}</p>
        ) : (
          <LedgerTable entries={ledger} language={language} />
        )}
      </Section>
      <Section title={labels.history} id="history" all={`/admin/audit-log?subject=${uid}`} more={labels.more}>
        {history.length === 0 ? (
          <p class="faint">{labels.noHistory}</p>
        ) : (
          <AuditList entries={history} language={language} />
        )}
      </Section>
    </>
  )
}

interface SectionProps {
  title: string
  id: string
  all: string
  more: string
}

function Section({ title, id, all, more, children }: PropsWithChildren<SectionProps>) {
  return (
    <section class="card" aria-labelledby={`${id}-heading`}>
      <header>
        <h2 id={`${id}-heading`}>{title}</h2>
        <a href={all} aria-label={`${more}: ${title}`}>
          {more}
        </a>
      </header>
      {children}
    </section>
  )
}
