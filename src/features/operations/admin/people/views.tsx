import { Avatar } from '#features/core/shell/avatar.tsx'
import { LevelBadge } from '#features/core/shell/level-badge.tsx'
import { shellTexts } from '#features/core/shell/text.ts'
import { BAN_REASONS } from '#features/operations/admin/frame/canned-reasons.ts'
import { adminTexts } from '#features/operations/admin/frame/text.ts'
import { type BatchAction, BatchBar, SelectAll, SelectBox } from '#features/operations/admin/frame/views-batch.tsx'
import { FilterField, FilterForm, FilterSelect, pathWith } from '#features/operations/admin/frame/views-filter.tsx'
import type { AdminUser, PeopleQuery } from '#features/operations/admin/people/list.ts'
import { type AdminPeopleText, adminPeopleTexts } from '#features/operations/admin/people/text.ts'
import type { Language } from '#kernel/i18n.ts'
import type { Page } from '#kernel/paging.ts'
import { Badge } from '#web/components/badge.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { Pager } from '#web/components/pager.tsx'
import { Time } from '#web/components/time.tsx'

interface PeopleViewProps {
  people: Page<AdminUser>
  asked: PeopleQuery
  language: Language
}

export function PeopleView({ people, asked, language }: PeopleViewProps) {
  const text = adminPeopleTexts[language]
  const { roles, statuses } = adminTexts[language]
  const { q, role, status } = asked
  const isFiltered = q !== undefined || role !== undefined || status !== undefined
  return (
    <>
      <header class="page-head">
        <h1>{text.list.title}</h1>
      </header>
      <FilterForm action="/admin/users" clears={isFiltered ? '/admin/users' : null} language={language}>
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
      </FilterForm>
      {people.items.length === 0 ? (
        <EmptyState icon="person" title={text.list.none}>
          {text.list.noneHint}
        </EmptyState>
      ) : (
        <>
          <SelectAll language={language} />
          <ul class="admin-list" id="admin-list">
            {people.items.map((person) => (
              <PersonRow person={person} text={text} language={language} />
            ))}
          </ul>
        </>
      )}
      <Pager
        path={pathWith('/admin/users', { ...asked })}
        cursor={people.next_cursor}
        label={shellTexts[language].loadMore}
      />
      <BatchBar actions={statusActions(text.person)} reasons={BAN_REASONS} language={language} />
    </>
  )
}

function statusActions({ ban, unban }: AdminPeopleText['person']): BatchAction[] {
  const api = 'PUT /api/admin/users/{id}/status' as const
  return [
    { name: 'ban', label: ban, each: { api, body: { status: 'banned' } } },
    { name: 'unban', label: unban, each: { api, body: { status: 'active' } } },
  ]
}

interface PersonRowProps {
  person: AdminUser
  text: AdminPeopleText
  language: Language
}

function PersonRow({ person, text, language }: PersonRowProps) {
  const { uid, email, display_name, level, created_at } = person
  return (
    <li class="admin-row person-row">
      <SelectBox id={uid} name={display_name} language={language} />
      <Avatar user={person} />
      <div class="admin-row-text">
        <h2>
          <a class="row-link" href={`/admin/users/${uid}`}>
            {display_name}
          </a>
          <LevelBadge level={level} />
          <PersonBadges person={person} language={language} />
        </h2>
        <p class="admin-row-facts">
          <span>UID {uid}</span>
          {email && <span>{email}</span>}
          <span>
            {text.list.joined} <Time value={created_at} language={language} show="date" />
          </span>
        </p>
      </div>
    </li>
  )
}

/** Only what is out of the ordinary. */
export function PersonBadges({ person, language }: { person: AdminUser; language: Language }) {
  const { role, status } = person
  const { roles, statuses } = adminTexts[language]
  return (
    <>
      {role !== 'user' && <Badge tone="accent">{roles[role]}</Badge>}
      {status !== 'active' && <Badge tone="danger">{statuses[status]}</Badge>}
    </>
  )
}
