import { RESTRICTION_DAYS_MAX } from '#features/accounts/accounts/status-and-role.ts'
import { Avatar } from '#features/core/shell/avatar.tsx'
import { LevelBadge } from '#features/core/shell/level-badge.tsx'
import { BAN_REASONS } from '#features/operations/admin/frame/canned-reasons.ts'
import { adminTexts } from '#features/operations/admin/frame/text.ts'
import { type BatchAction, BatchBar } from '#features/operations/admin/frame/views-batch.tsx'
import { FilterField, FilterForm, FilterSelect, pathWith } from '#features/operations/admin/frame/views-filter.tsx'
import { AdminList, AdminRow } from '#features/operations/admin/frame/views-list.tsx'
import type { AdminUser, PeopleQuery } from '#features/operations/admin/people/list.ts'
import { type AdminPeopleText, adminPeopleTexts } from '#features/operations/admin/people/text.ts'
import type { Language } from '#kernel/i18n.ts'
import type { Page } from '#kernel/paging.ts'
import { Badge } from '#web/components/badge.tsx'
import { PageHead } from '#web/components/page-head.tsx'
import { LabelledTime } from '#web/components/time.tsx'

interface PeopleViewProps {
  people: Page<AdminUser>
  asked: PeopleQuery
  /** As it was typed: a username or a uid. */
  inviter: string | undefined
  language: Language
}

export function PeopleView({ people, asked, inviter, language }: PeopleViewProps) {
  const text = adminPeopleTexts[language]
  const { roles, statuses } = adminTexts[language]
  const { q, role, status } = asked
  return (
    <>
      <PageHead title={text.list.title} />
      <FilterForm action="/admin/users" asked={asked} language={language}>
        <FilterField name="q" label={text.list.searchLabel} value={q} />
        <FilterSelect
          name="role"
          label={text.list.role}
          value={role}
          any={text.list.anyRole}
          options={Object.entries(roles)}
        />
        <FilterSelect
          name="status"
          label={text.list.status}
          value={status}
          any={text.list.anyStatus}
          options={Object.entries(statuses)}
        />
        <FilterField name="invited_by" label={text.list.invitedBy} value={inviter} />
      </FilterForm>
      <AdminList
        page={people}
        path={pathWith('/admin/users', { ...asked })}
        empty={{ icon: 'person', title: text.list.none, hint: text.list.noneHint }}
        language={language}
        selectable
      >
        {people.items.map((person) => (
          <PersonRow person={person} text={text} language={language} selectable />
        ))}
      </AdminList>
      <BatchBar
        actions={statusActions(text.person)}
        reasons={BAN_REASONS}
        days={RESTRICTION_DAYS_MAX}
        language={language}
      />
    </>
  )
}

function statusActions({ ban, unban, silence, unsilence }: AdminPeopleText['person']): BatchAction[] {
  const api = 'PUT /api/admin/users/{id}/status' as const
  const silenceApi = 'PUT /api/admin/users/{id}/silence' as const
  return [
    { name: 'ban', label: ban, each: { api, body: { status: 'banned' } } },
    { name: 'unban', label: unban, each: { api, body: { status: 'active' } } },
    { name: 'silence', label: silence, each: { api: silenceApi, body: { silenced: true } } },
    { name: 'unsilence', label: unsilence, each: { api: silenceApi, body: { silenced: false } } },
  ]
}

interface PersonRowProps {
  person: AdminUser
  text: AdminPeopleText
  language: Language
  selectable?: boolean
}

export function PersonRow({ person, text, language, selectable = false }: PersonRowProps) {
  const { uid, email, display_name, level, created_at } = person
  return (
    <AdminRow
      class="person-row"
      select={selectable && { id: uid, name: display_name, language }}
      avatar={<Avatar user={person} />}
      title={
        <>
          <a class="row-link" href={`/admin/users/${uid}`}>
            {display_name}
          </a>
          <LevelBadge level={level} />
          <PersonBadges person={person} language={language} />
        </>
      }
    >
      <span>UID {uid}</span>
      {email && <span>{email}</span>}
      <LabelledTime label={text.list.joined} value={created_at} language={language} show="date" />
    </AdminRow>
  )
}

/** Badges for a special role or status only. */
export function PersonBadges({ person, language }: { person: AdminUser; language: Language }) {
  const { role, status, silence } = person
  const { roles, statuses, silenced } = adminTexts[language]
  return (
    <>
      {role !== 'user' && <Badge tone="accent">{roles[role]}</Badge>}
      {status !== 'active' && <Badge tone="danger">{statuses[status]}</Badge>}
      {silence && <Badge tone="danger">{silenced}</Badge>}
    </>
  )
}
