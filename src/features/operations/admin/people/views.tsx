import { RESTRICTION_DAYS_MAX } from '#features/accounts/status/status-and-role.ts'
import { Avatar, LevelBadge } from '#features/core/shell/user.tsx'
import { adminTexts } from '#features/operations/admin/frame/text.ts'
import type { BatchAction } from '#features/operations/admin/frame/views-dialogs.tsx'
import { AdminList, AdminRow, personFilters } from '#features/operations/admin/frame/views-list.tsx'
import type { AdminUser } from '#features/operations/admin/people/list.ts'
import { type AdminPeopleText, adminPeopleTexts } from '#features/operations/admin/people/text.ts'
import type { Language } from '#kernel/i18n.ts'
import type { Page } from '#kernel/paging.ts'
import { Badge, PageHead } from '#web/components/elements.tsx'
import { LabelledTime } from '#web/components/time.tsx'

interface PeopleViewProps {
  people: Page<AdminUser>
  /** The filter as typed. */
  asked: Record<string, string | undefined>
  language: Language
}

export function PeopleView({ people, asked, language }: PeopleViewProps) {
  const { list: text, person } = adminPeopleTexts[language]
  return (
    <>
      <PageHead title={text.title} />
      <AdminList
        page={people}
        path="/admin/users"
        asked={asked}
        filters={[
          { name: 'q', label: text.searchLabel },
          ...personFilters(language, ['active', 'banned', 'deleted']),
          { name: 'invited_by', label: text.invitedBy },
        ]}
        empty={{ icon: 'person', title: text.none, hint: text.noneHint }}
        row={(person) => <PersonRow person={person} language={language} selectable />}
        batch={{ actions: statusActions(person), reasons: 'user', days: RESTRICTION_DAYS_MAX }}
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
  language: Language
  selectable?: boolean
}

export function PersonRow({ person, language, selectable = false }: PersonRowProps) {
  const { uid, email, display_name, level, created_at } = person
  const { joined } = adminPeopleTexts[language].list
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
      <LabelledTime label={joined} value={created_at} language={language} show="date" />
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
