import { shellTexts } from '#features/core/shell/text.ts'
import type { AdminLedgerEntry, LedgerSearch } from '#features/economy/energy/ledger-search.ts'
import { energyTexts } from '#features/economy/energy/text.ts'
import { type AdminEnergyText, adminEnergyTexts } from '#features/operations/admin/energy/text.ts'
import { FilterField, FilterForm, FilterSelect, pathWith } from '#features/operations/admin/frame/views-filter.tsx'
import type { Language } from '#kernel/i18n.ts'
import type { Page } from '#kernel/paging.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { Icon } from '#web/components/icon.tsx'
import { Pager } from '#web/components/pager.tsx'
import { Table } from '#web/components/table.tsx'
import { Time } from '#web/components/time.tsx'

interface LedgerViewProps {
  entries: Page<AdminLedgerEntry>
  asked: LedgerSearch
  language: Language
}

export function LedgerView({ entries, asked, language }: LedgerViewProps) {
  const text = adminEnergyTexts[language].ledger
  const path = pathWith('/admin/energy/logs', { ...asked })
  return (
    <>
      <header class="page-head">
        <h1>{text.title}</h1>
        <p>{text.lead}</p>
      </header>
      <LedgerFilterForm asked={asked} text={text} language={language} />
      <p class="list-actions">
        <a class="button small" href={pathWith('/api/admin/energy/logs.csv', { ...asked })} download>
          <Icon name="download" />
          {text.export}
        </a>
      </p>
      {entries.items.length === 0 ? (
        <EmptyState icon="bolt" title={text.none}>
          {text.noneHint}
        </EmptyState>
      ) : (
        <LedgerTable entries={entries.items} language={language} id="admin-list" />
      )}
      <Pager path={path} cursor={entries.next_cursor} label={shellTexts[language].loadMore} />
    </>
  )
}

interface LedgerFilterProps {
  asked: LedgerSearch
  text: AdminEnergyText['ledger']
  language: Language
}

function LedgerFilterForm({ asked, text, language }: LedgerFilterProps) {
  const isFiltered = Object.values(asked).some((value) => value !== undefined)
  return (
    <FilterForm action="/admin/energy/logs" clears={isFiltered ? '/admin/energy/logs' : null} language={language}>
      <FilterField name="uid" label={text.uid} value={asked.uid} type="number" />
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
    <Table label={text.title}>
      <thead>
        <tr>
          <th scope="col">{text.time}</th>
          <th scope="col">{text.person}</th>
          <th scope="col">{text.reason}</th>
          <th scope="col" class="number">
            {text.amount}
          </th>
          <th scope="col" class="number">
            {text.balance}
          </th>
          <th scope="col">{text.note}</th>
        </tr>
      </thead>
      <tbody id={id}>
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
      </tbody>
    </Table>
  )
}
