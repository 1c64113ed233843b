import type { Child } from 'hono/jsx'
import { POST_STATUSES } from '#db/values.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { userPath } from '#features/core/shell/navigation.ts'
import { TimeSentence } from '#features/core/shell/silence-notice.tsx'
import { Avatar, LevelBadge } from '#features/core/shell/user.tsx'
import { CommentRow } from '#features/operations/admin/comments/views.tsx'
import { LedgerTable } from '#features/operations/admin/energy/views-ledger.tsx'
import { AuditRow } from '#features/operations/admin/log/views.tsx'
import type { PersonFile } from '#features/operations/admin/people/person.ts'
import { adminPeopleTexts } from '#features/operations/admin/people/text.ts'
import { PersonBadges, PersonRow } from '#features/operations/admin/people/views.tsx'
import { PersonActions } from '#features/operations/admin/people/views-person-actions.tsx'
import { AdminPostRow } from '#features/operations/admin/posts/views.tsx'
import { postStatusNames } from '#features/publishing/posts/states.ts'
import type { Language } from '#kernel/i18n.ts'
import { Card, Facts, Notice } from '#web/components/elements.tsx'
import { Time } from '#web/components/time.tsx'

interface PersonViewProps {
  file: Omit<PersonFile, 'waiting'>
  language: Language
}

export function PersonView({ file, viewer, language }: PersonViewProps & { viewer: Viewer }) {
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
            UID {uid} · <a href={userPath(uid)}>{adminPeopleTexts[language].person.space}</a>
          </p>
        </div>
      </header>
      <Restrictions file={file} language={language} />
      <div class="person-columns">
        <PersonFacts file={file} language={language} />
        <PersonActions person={person} viewer={viewer} language={language} />
      </div>
      <Lists file={file} language={language} />
    </div>
  )
}

/** The ban, the silence and the hidden content of the user. */
function Restrictions({ file: { person }, language }: PersonViewProps) {
  const text = adminPeopleTexts[language].person
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

function PersonFacts({ file: { person }, language }: PersonViewProps) {
  const labels = adminPeopleTexts[language].person
  const { invited_by } = person
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
          ...(invited_by
            ? [[labels.invitedBy, <a href={`/admin/users/${invited_by.uid}`}>{invited_by.display_name}</a>] as const]
            : []),
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

/** The newest items of each list, with a link to the whole list. */
function Lists({ file: { person, ...lists }, language }: PersonViewProps) {
  const text = adminPeopleTexts[language].person
  const { uid } = person
  const rows = (items: Child[]) => items.length > 0 && <ul class="admin-list">{items}</ul>
  const ledger = lists.ledger.length > 0 && <LedgerTable entries={lists.ledger} language={language} />
  const cards: [id: string, path: string, title: string, list: Child, none: string][] = [
    [
      'posts',
      `/admin/posts?view=all&author=${uid}`,
      text.posts,
      rows(lists.posts.map((post) => <AdminPostRow post={post} language={language} />)),
      text.noPosts,
    ],
    [
      'comments',
      `/admin/comments?author=${uid}`,
      text.comments,
      rows(lists.comments.map((comment) => <CommentRow comment={comment} language={language} />)),
      text.noComments,
    ],
    ['ledger', `/admin/energy/logs?uid=${uid}`, text.ledger, ledger, text.noLedger],
    [
      'invited',
      `/admin/users?invited_by=${uid}`,
      text.invited,
      rows(lists.invited.map((person) => <PersonRow person={person} language={language} />)),
      text.noInvited,
    ],
    [
      'history',
      `/admin/audit-log?subject=${uid}`,
      text.history,
      rows(lists.history.map((entry) => <AuditRow entry={entry} language={language} />)),
      text.noHistory,
    ],
  ]
  return (
    <>
      {cards.map(([id, path, title, list, none]) => (
        <Card
          heading={`${id}-heading`}
          title={title}
          aside={
            <a href={path} aria-label={`${text.more}: ${title}`}>
              {text.more}
            </a>
          }
        >
          {list || <p class="faint">{none}</p>}
        </Card>
      ))}
    </>
  )
}
