import type { Child, PropsWithChildren } from 'hono/jsx'
import { POST_STATUSES } from '#db/values.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { Avatar } from '#features/core/shell/avatar.tsx'
import { LevelBadge } from '#features/core/shell/level-badge.tsx'
import { userPath } from '#features/core/shell/navigation.ts'
import { TimeSentence } from '#features/core/shell/time-sentence.tsx'
import { adminCommentsTexts } from '#features/operations/admin/comments/text.ts'
import { CommentRow } from '#features/operations/admin/comments/views.tsx'
import { LedgerTable } from '#features/operations/admin/energy/views-ledger.tsx'
import { AuditRow } from '#features/operations/admin/log/views.tsx'
import type { AdminPerson, PersonFile } from '#features/operations/admin/people/person.ts'
import { type AdminPeopleText, adminPeopleTexts } from '#features/operations/admin/people/text.ts'
import { PersonBadges, PersonRow } from '#features/operations/admin/people/views.tsx'
import { PersonActions } from '#features/operations/admin/people/views-person-actions.tsx'
import { adminPostsTexts } from '#features/operations/admin/posts/text.ts'
import { AdminPostRow } from '#features/operations/admin/posts/views-row.tsx'
import { postStatusNames } from '#features/publishing/posts/states.ts'
import type { Language } from '#kernel/i18n.ts'
import { Card, type Fact, Facts } from '#web/components/card.tsx'
import { Notice } from '#web/components/notice.tsx'
import { Time } from '#web/components/time.tsx'

export function PersonView({ file, viewer, language }: { file: PersonFile; viewer: Viewer; language: Language }) {
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
      <Restrictions person={person} text={text.person} language={language} />
      <div class="person-columns">
        <PersonFacts file={file} text={text} language={language} />
        <PersonActions person={person} viewer={viewer} text={text.person} language={language} />
      </div>
      <Lists file={file} text={text} language={language} />
    </div>
  )
}

interface RestrictionsProps {
  person: PersonFile['person']
  text: AdminPeopleText['person']
  language: Language
}

/** The ban, the silence and the hidden content of the user. */
function Restrictions({ person, text, language }: RestrictionsProps) {
  const { status, ban_reason, ban_ends_at, silence, hiding } = person
  const restriction = (label: string, reason: string | null, ends: string | null) => (
    <Notice tone="danger">
      <p>
        {label}: {reason ?? text.none}
      </p>
      <p>
        {text.until}:{' '}
        {ends === null ? (
          text.noEnd
        ) : (
          <TimeSentence text={{ before: '', after: '' }} value={ends} language={language} />
        )}
      </p>
    </Notice>
  )
  return (
    <>
      {status === 'banned' && restriction(text.banReason, ban_reason, ban_ends_at)}
      {silence && restriction(text.silenceReason, silence.reason, silence.ends_at)}
      {hiding && <Notice tone="warm">{text.hiding[hiding.state](hiding.posts_count, hiding.comments_count)}</Notice>}
    </>
  )
}

interface PartProps {
  file: PersonFile
  text: AdminPeopleText
  language: Language
}

function PersonFacts({ file, text, language }: PartProps) {
  const { person } = file
  const labels = text.person
  const written = POST_STATUSES.filter((status) => person.posts[status] > 0)
    .map((status) => `${postStatusNames[language][status]} ${person.posts[status]}`)
    .join(' · ')
  return (
    <Card heading="facts" title={labels.facts}>
      <Facts
        facts={[
          [labels.email, person.email ?? labels.none],
          [labels.signature, person.signature || labels.none],
          [labels.level, `Lv${person.level} · ${labels.exp(person.exp)}`],
          [labels.energy, person.energy],
          [labels.followers, person.followers_count],
          [labels.following, person.following_count],
          [labels.written, written || labels.none],
          [labels.sessions, person.sessions_count],
          ...invitedBy(person, labels),
          [labels.joined, <Time value={person.created_at} language={language} show="date" />],
        ]}
      />
      {person.purge_at && (
        <Notice tone="warm">
          {labels.purge} <Time value={person.purge_at} language={language} show="day" /> {labels.purgeAt}
        </Notice>
      )}
    </Card>
  )
}

/** Most people were not invited. */
function invitedBy({ invited_by }: AdminPerson, labels: AdminPeopleText['person']): Fact[] {
  if (invited_by === null) return []
  return [[labels.invitedBy, <a href={`/admin/users/${invited_by.uid}`}>{invited_by.display_name}</a>]]
}

function Lists({ file, text, language }: PartProps) {
  const { person, posts, comments, ledger, invited, history } = file
  const { person: labels } = text
  const { uid } = person
  const rows = {
    posts: posts.map((post) => <AdminPostRow post={post} text={adminPostsTexts[language]} language={language} />),
    comments: comments.map((comment) => (
      <CommentRow comment={comment} text={adminCommentsTexts[language]} language={language} />
    )),
    invited: invited.map((person) => <PersonRow {...{ person, text, language }} />),
    history: history.map((entry) => <AuditRow entry={entry} language={language} />),
  }
  const list = (rows: Child[], none: string) =>
    rows.length > 0 ? <ul class="admin-list">{rows}</ul> : <p class="faint">{none}</p>
  return (
    <>
      <Section title={labels.posts} id="posts" all={`/admin/posts?view=all&author=${uid}`} more={labels.more}>
        {list(rows.posts, labels.noPosts)}
      </Section>
      <Section title={labels.comments} id="comments" all={`/admin/comments?author=${uid}`} more={labels.more}>
        {list(rows.comments, labels.noComments)}
      </Section>
      <Section title={labels.ledger} id="ledger" all={`/admin/energy/logs?uid=${uid}`} more={labels.more}>
        {ledger.length > 0 ? (
          <LedgerTable entries={ledger} language={language} />
        ) : (
          <p class="faint">{labels.noLedger}</p>
        )}
      </Section>
      <Section title={labels.invited} id="invited" all={`/admin/users?invited_by=${uid}`} more={labels.more}>
        {list(rows.invited, labels.noInvited)}
      </Section>
      <Section title={labels.history} id="history" all={`/admin/audit-log?subject=${uid}`} more={labels.more}>
        {list(rows.history, labels.noHistory)}
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
  const link = (
    <a href={all} aria-label={`${more}: ${title}`}>
      {more}
    </a>
  )
  return (
    <Card heading={`${id}-heading`} title={title} aside={link}>
      {children}
    </Card>
  )
}
