import type { AdminLedgerEntry, LedgerSearch } from '#features/economy/energy/ledger-search.ts'
import { energyTexts } from '#features/economy/energy/text.ts'
import { adminEnergyTexts } from '#features/operations/admin/energy/text.ts'
import { adminTexts } from '#features/operations/admin/frame/text.ts'
import { FilterForm, pathWith } from '#features/operations/admin/frame/views-list.tsx'
import type { Language } from '#kernel/i18n.ts'
import type { Page } from '#kernel/paging.ts'
import { LinkButton } from '#web/components/elements.tsx'
import { PagedList, Table } from '#web/components/lists.tsx'
import { Time } from '#web/components/time.tsx'

interface LedgerViewProps {
  entries: Page<AdminLedgerEntry>
  /** As typed: `uid` is a username or a uid. */
  asked: Record<string, string | undefined>
  search: LedgerSearch
  language: Language
}

export function LedgerView({ entries, asked, search, language }: LedgerViewProps) {
  const text = adminEnergyTexts[language].ledger
  const path = '/admin/energy/logs'
  const reasons = Object.entries(energyTexts[language].reasons)
  const filters = [
    { name: 'uid', label: text.uid },
    { name: 'reason', label: text.reason, any: text.anyReason, options: reasons },
    { name: 'from', label: text.from, type: 'date' },
    { name: 'to', label: text.to, type: 'date' },
  ] as const
  const csv = pathWith('/api/admin/energy/logs.csv', { ...search })
  return (
    <>
      <p class="tab-lead">{text.lead}</p>
      <FilterForm {...{ path, asked, filters, language }} />
      {entries.items.length > 0 && (
        <p class="list-actions">
          <LinkButton href={csv} download kind="small" icon="download" label={text.export} />
        </p>
      )}
      <PagedList
        page={entries}
        path={pathWith(path, asked)}
        empty={{ icon: 'bolt', title: text.none, hint: text.noneHint }}
        language={language}
      >
        <LedgerTable entries={entries.items} language={language} id="admin-list" />
      </PagedList>
    </>
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
      label={adminTexts[language].firstTabs.ledger}
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
