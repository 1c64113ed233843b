import type { AdminLedgerEntry, LedgerSearch } from '#features/economy/energy/ledger-search.ts'
import { energyTexts } from '#features/economy/energy/text.ts'
import { type AdminEnergyText, adminEnergyTexts } from '#features/operations/admin/energy/text.ts'
import { FilterField, FilterForm, FilterSelect, pathWith } from '#features/operations/admin/frame/views-filter.tsx'
import type { Language } from '#kernel/i18n.ts'
import type { Page } from '#kernel/paging.ts'
import { LinkButton } from '#web/components/button.tsx'
import { PageHead } from '#web/components/page-head.tsx'
import { PagedList } from '#web/components/pager.tsx'
import { Table } from '#web/components/table.tsx'
import { Time } from '#web/components/time.tsx'

interface LedgerViewProps {
  entries: Page<AdminLedgerEntry>
  asked: LedgerSearch
  /** The username or uid as typed. */
  person: string | undefined
  language: Language
}

export function LedgerView({ entries, asked, person, language }: LedgerViewProps) {
  const text = adminEnergyTexts[language].ledger
  return (
    <>
      <PageHead title={text.title} lead={text.lead} />
      <LedgerFilterForm {...{ asked, person, text, language }} />
      {entries.items.length > 0 && (
        <p class="list-actions">
          <LinkButton
            href={pathWith('/api/admin/energy/logs.csv', { ...asked })}
            download
            kind="small"
            icon="download"
            label={text.export}
          />
        </p>
      )}
      <PagedList
        page={entries}
        path={pathWith('/admin/energy/logs', { ...asked, uid: person })}
        empty={{ icon: 'bolt', title: text.none, hint: text.noneHint }}
        language={language}
      >
        <LedgerTable entries={entries.items} language={language} id="admin-list" />
      </PagedList>
    </>
  )
}

type LedgerFilterProps = Omit<LedgerViewProps, 'entries'> & { text: AdminEnergyText['ledger'] }

function LedgerFilterForm({ asked, person, text, language }: LedgerFilterProps) {
  return (
    <FilterForm action="/admin/energy/logs" asked={asked} language={language}>
      <FilterField name="uid" label={text.uid} value={person} />
      <FilterSelect
        name="reason"
        label={text.reason}
        value={asked.reason}
        any={text.anyReason}
        options={Object.entries(energyTexts[language].reasons)}
      />
      <FilterField name="from" label={text.from} value={asked.from} type="date" />
      <FilterField name="to" label={text.to} value={asked.to} type="date" />
    </FilterForm>
  )
}

interface LedgerTableProps {
  entries: AdminLedgerEntry[]
  language: Language
  id?: string
}

export function LedgerTable({ entries, language, id }: LedgerTableProps) {
  const text = adminEnergyTexts[language].ledger
  const { reasons } = energyTexts[language]
  return (
    <Table
      label={text.title}
      columns={[text.time, text.person, text.reason, { number: text.amount }, { number: text.balance }, text.note]}
      id={id}
    >
      {entries.map(({ user, amount, reason, balance_after, note, post_id, created_at }) => (
        <tr>
          <td>
            <Time value={created_at} language={language} />
          </td>
          <td>
            <a href={`/admin/users/${user.uid}`}>{user.display_name}</a>
          </td>
          <td>
            {reasons[reason]} {post_id !== null && <a href={`/posts/${post_id}`}>#{post_id}</a>}
          </td>
          <td class="number">{amount > 0 ? `+${amount}` : amount}</td>
          <td class="number">{balance_after}</td>
          <td>{note}</td>
        </tr>
      ))}
    </Table>
  )
}
