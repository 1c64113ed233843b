import type { Child } from 'hono/jsx'
import { POST_STATUSES } from '#db/values.ts'
import { TOKEN_LIFETIME } from '#features/accounts/recovery/tokens.ts'
import { mayChangeStatus, RESTRICTION_DAYS_MAX } from '#features/accounts/status/status-and-role.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { userPath } from '#features/core/shell/navigation.ts'
import { TimeSentence } from '#features/core/shell/silence-notice.tsx'
import { Avatar, LevelBadge } from '#features/core/shell/user.tsx'
import { CommentRow } from '#features/operations/admin/comments/views.tsx'
import { LedgerTable } from '#features/operations/admin/energy/views.tsx'
import { adminTexts, banTexts } from '#features/operations/admin/frame/text.ts'
import {
  BanDialog,
  OpensDialog,
  ReasonDialog,
} from '#features/operations/admin/frame/views-dialogs.tsx'
import { AuditRow } from '#features/operations/admin/log/views.tsx'
import type { AdminPerson, PersonFile } from '#features/operations/admin/people/person.ts'
import { adminPeopleTexts } from '#features/operations/admin/people/text.ts'
import { PersonBadges, PersonRow } from '#features/operations/admin/people/views.tsx'
import { AdminPostRow } from '#features/operations/admin/posts/views.tsx'
import { NotesCard } from '#features/operations/notes/views.tsx'
import { postStatusNames } from '#features/publishing/posts/states.ts'
import { MINUTE } from '#kernel/clock.ts'
import type { Language } from '#kernel/i18n.ts'
import { isOwner } from '#kernel/roles.ts'
import { Button, Card, Facts, Notice } from '#web/components/elements.tsx'
import { SelectField } from '#web/components/fields.tsx'
import { ApiForm } from '#web/components/form.tsx'
import { formResponse } from '#web/components/hooks.ts'
import { Time } from '#web/components/time.tsx'

interface PersonViewProps {
  file: Omit<PersonFile, 'waiting'>
  language: Language
}

export function PersonView({ file, viewer, language }: PersonViewProps & { viewer: Viewer }) {
  const { person } = file
  const { uid } = person
  return (
    <div class="stack">
      <header class="person-head line">
        <Avatar user={person} size="large" />
        <div>
          <h1 class="row">
            {person.display_name} <LevelBadge level={person.level} />{' '}
            <PersonBadges person={person} language={language} />
          </h1>
          <p class="faint">
            UID {uid} · <a href={userPath(uid)}>{adminPeopleTexts[language].person.space}</a>
          </p>
        </div>
      </header>
      <Restrictions file={file} language={language} />
      <div class="person-columns stack">
        <div class="stack">
          <PersonFacts file={file} language={language} />
          {mayChangeStatus(viewer, person) && (
            <NotesCard
              {...{
                uid,
                notes: file.notes,
                mayWrite: person.status !== 'deleted',
                viewer,
                language,
              }}
            />
          )}
        </div>
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
          <TimeSentence text="{time}" value={ends} language={language} />
        )}
      </p>
    </Notice>
  )
  return (
    <>
      {status === 'banned' && restriction(text.banReason, ban_reason, ban_ends_at)}
      {silence && restriction(text.silenceReason, silence.reason, silence.ends_at)}
      {hiding && (
        <Notice tone="warm">
          {text.hiding[hiding.state](hiding.posts_count, hiding.comments_count)}
        </Notice>
      )}
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
            ? [
                [
                  labels.invitedBy,
                  <a href={`/admin/users/${invited_by.uid}`}>{invited_by.display_name}</a>,
                ] as const,
              ]
            : []),
          [labels.joined, <Time value={person.created_at} language={language} show="date" />],
        ]}
      />
      {person.purge_at && (
        <Notice tone="warm">
          {labels.purge} <Time value={person.purge_at} language={language} show="day" />{' '}
          {labels.purgeAt}
        </Notice>
      )}
    </Card>
  )
}

function Lists({ file: { person, ...lists }, language }: PersonViewProps) {
  const text = adminPeopleTexts[language].person
  const { uid } = person
  const rows = (items: Child[]) =>
    items.length > 0 && <ul class="admin-list box hairlines">{items}</ul>
  const ledger = lists.ledger.length > 0 && (
    <LedgerTable entries={lists.ledger} language={language} />
  )
  const card = (name: keyof typeof text.lists, path: string, list: Child) => {
    const { title, none } = text.lists[name]
    const all = (
      <a href={path} aria-label={`${text.more}: ${title}`}>
        {text.more}
      </a>
    )
    return (
      <Card {...{ heading: `${name}-heading`, title, aside: all }}>
        {list || <p class="faint">{none}</p>}
      </Card>
    )
  }
  const posts = lists.posts.map((post) => <AdminPostRow {...{ post, language }} />)
  const comments = lists.comments.map((comment) => <CommentRow {...{ comment, language }} />)
  const invited = lists.invited.map((person) => <PersonRow {...{ person, language }} />)
  const history = lists.history.map((entry) => <AuditRow {...{ entry, language }} />)
  return (
    <>
      {card('posts', `/admin/posts?view=all&author=${uid}`, rows(posts))}
      {card('comments', `/admin/comments?author=${uid}`, rows(comments))}
      {card('ledger', `/admin/energy/logs?uid=${uid}`, ledger)}
      {card('invited', `/admin/users?invited_by=${uid}`, rows(invited))}
      {card('history', `/admin/audit-log?subject=${uid}`, rows(history))}
    </>
  )
}

interface PersonProps {
  person: AdminPerson
  language: Language
}

/**
 * The buttons for the status of the user, and for owners also the role, a reset link and the
 * two-step verification. Actions that the API would refuse are not shown.
 */
function PersonActions({ person, viewer, language }: PersonProps & { viewer: Viewer }) {
  const text = adminPeopleTexts[language].person
  const part = { person, language }
  if (person.status === 'deleted') return null
  return (
    <section class="card person-actions stack needs-script" aria-label={text.ban}>
      {mayChangeStatus(viewer, person) ? (
        <>
          <StatusAction {...part} />
          <SilenceAction {...part} />
          <HideAction {...part} />
        </>
      ) : (
        <p class="faint">{text.protectedNote}</p>
      )}
      {isOwner(viewer) && <OwnerActions {...part} />}
    </section>
  )
}

function StatusAction({ person, language }: PersonProps) {
  const text = adminPeopleTexts[language].person
  const isBanned = person.status === 'banned'
  const shared = { id: 'status-dialog', after: 'reload', isOptional: true, language } as const
  return (
    <>
      <OpensDialog
        dialog="status-dialog"
        to={`PUT /api/admin/users/${person.uid}/status`}
        target={person.display_name}
        kind={isBanned ? 'wide' : 'danger wide'}
        icon={isBanned ? 'check' : 'lock'}
        label={isBanned ? text.unban : text.ban}
      />
      {isBanned ? (
        <ReasonDialog
          {...{ ...shared, ...text.dialogs.unban }}
          reasons={null}
          body={{ status: 'active' }}
        />
      ) : (
        <BanDialog {...shared} toast={text.banned} body={{ status: 'banned' }} />
      )}
    </>
  )
}

function SilenceAction({ person, language }: PersonProps) {
  const text = adminPeopleTexts[language].person
  const isSilenced = person.silence !== null
  return (
    <>
      <OpensDialog
        dialog="silence-dialog"
        to={`PUT /api/admin/users/${person.uid}/silence`}
        target={person.display_name}
        kind="wide"
        icon={isSilenced ? 'check' : 'comment'}
        label={isSilenced ? text.unsilence : text.silence}
      />
      <ReasonDialog
        id="silence-dialog"
        {...text.dialogs[isSilenced ? 'unsilence' : 'silence']}
        reasons={isSilenced ? null : 'user'}
        isOptional
        danger={!isSilenced}
        after="reload"
        days={isSilenced ? undefined : RESTRICTION_DAYS_MAX}
        language={language}
        body={{ silenced: !isSilenced }}
      />
    </>
  )
}

/**
 * “Ban and hide all content”, or the button that undoes it. Nothing while the content is being
 * restored.
 */
function HideAction({ person, language }: PersonProps) {
  const text = adminPeopleTexts[language].person
  const api = `/api/admin/users/${person.uid}/hide` as const
  if (person.hiding?.state === 'restoring') return null
  if (person.hiding) {
    const { restoreTitle, restoreBody: body, restore: button } = text
    const confirm = { title: restoreTitle(person.display_name), body, button, calm: true }
    return (
      <ApiForm api={`DELETE ${api}`} after="reload" toast={text.restoreStarted} confirm={confirm}>
        <Button type="submit" icon="undo" kind="wide" label={text.restore} />
      </ApiForm>
    )
  }
  return (
    <>
      <OpensDialog
        dialog="hide-dialog"
        to={`POST ${api}`}
        target={person.display_name}
        kind="danger wide"
        icon="lock"
        label={banTexts[language].openHide}
      />
      <BanDialog
        id="hide-dialog"
        act="hide"
        isBanned={person.status === 'banned'}
        after="reload"
        toast={text.hideStarted}
        language={language}
      />
    </>
  )
}

function OwnerActions({ person, language }: PersonProps) {
  const text = adminPeopleTexts[language].person
  const { uid, display_name: name } = person
  const role = {
    title: text.roleTitle(name),
    body: text.roleBody,
    button: text.roleButton,
    calm: true,
  }
  const link = { title: text.linkTitle(name), body: text.linkBody, button: text.linkButton }
  const factor = { title: text.factorTitle(name), body: text.factorBody, button: text.factorButton }
  const removal = {
    api: `DELETE /api/admin/users/${uid}/second-factor`,
    toast: text.factorRemoved,
  } as const
  return (
    <>
      <ApiForm
        api={`PUT /api/admin/users/${uid}/role`}
        after="reload"
        toast={text.roleChanged}
        confirm={role}
      >
        <SelectField
          name="role"
          label={text.role}
          value={person.role}
          options={Object.entries(adminTexts[language].roles)}
          hint={text.roleHint}
        />
        <Button type="submit" label={text.roleButton} />
      </ApiForm>
      <ApiForm api={`POST /api/admin/users/${uid}/reset-link`} confirm={link}>
        <p class="field-hint">{text.linkHint(TOKEN_LIFETIME.reset / MINUTE)}</p>
        <Button type="submit" icon="key" label={text.linkButton} />
        <output class="reset-link small breaks" {...formResponse({ template: '{url}' })} />
      </ApiForm>
      <ApiForm {...removal} after="reload" confirm={factor}>
        <p class="field-hint">{text.factorHint}</p>
        <Button type="submit" icon="lock" label={text.factorButton} />
      </ApiForm>
    </>
  )
}
