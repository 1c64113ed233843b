import { LEVEL_FLOORS } from '#features/core/people/level.ts'
import {
  ADJUST_MAX,
  ADJUST_PEOPLE_MAX,
  ADJUST_REASON_MAX,
} from '#features/economy/energy/adjust.ts'
import type { AdminLedgerEntry, LedgerSearch } from '#features/economy/energy/ledger-search.ts'
import { energyTexts } from '#features/economy/energy/text.ts'
import {
  adjustAudience,
  adjustForm,
  peopleCount,
  peopleCounter,
} from '#features/operations/admin/frame/hooks.ts'
import { adminTexts } from '#features/operations/admin/frame/text.ts'
import {
  FilterField,
  FilterForm,
  pathWith,
  personFilters,
} from '#features/operations/admin/frame/views-list.tsx'
import { bilingual, type Language } from '#kernel/i18n.ts'
import type { Page } from '#kernel/paging.ts'
import { Button, LinkButton } from '#web/components/elements.tsx'
import { Field, TextField } from '#web/components/fields.tsx'
import { formError, unsent } from '#web/components/hooks.ts'
import { PagedList, Table } from '#web/components/lists.tsx'
import { Time } from '#web/components/time.tsx'

const adminEnergyTexts = bilingual({
  adjust: {
    lead: [
      '批量增减成员的能量，全部成功才会生效。每位成员都会收到通知，操作会记入流水和操作日志。',
      'Give energy to a group of people or take it from them. The adjustment applies to all of them or to none. Everyone is notified, and the ledger and audit log record it.',
    ],
    who: ['调整对象', 'People'],
    byList: ['按名单', 'List'],
    byFilter: ['按条件', 'Filter'],
    uids: ['用户名或 UID', 'Usernames or UIDs'],
    uidsHint: [
      `用空格、逗号或换行分隔，最多 ${ADJUST_PEOPLE_MAX} 个，不能重复。`,
      `Separate with spaces, commas or line breaks. Up to ${ADJUST_PEOPLE_MAX.toLocaleString('en')}, no duplicates.`,
    ],
    levelMin: ['最低等级', 'Minimum level'],
    levelMax: ['最高等级', 'Maximum level'],
    anyLevel: ['不限', 'Any'],
    count: ['统计人数', 'Count people'],
    counted: ['符合条件的有 {people}。', 'The filter matches {people}.'],
    tooMany: [
      `符合条件的超过 ${ADJUST_PEOPLE_MAX} 人，请缩小范围。`,
      `The filter matches more than ${ADJUST_PEOPLE_MAX.toLocaleString('en')} people. Please narrow it down.`,
    ],
    noMatch: ['没有符合条件的人。', 'The filter matches no one.'],
    countFirst: ['请先统计人数。', 'Count the people first.'],
    notFound: ['找不到这些用户：{wrong}', 'Not found: {wrong}'],
    repeated: ['名单中有重复的用户。', 'The list contains a duplicate.'],
    person: ['{count} 人', '{count} person'],
    people: ['{count} 人', '{count} people'],
    amount: ['数量', 'Amount'],
    amountHint: [
      `正数为增加，负数为减少，最多 ${ADJUST_MAX.toLocaleString('en')}。余额可以为负数。`,
      `A positive number gives energy, a negative number takes it. Up to ${ADJUST_MAX.toLocaleString('en')}. Balances can become negative.`,
    ],
    reason: ['理由', 'Reason'],
    reasonHint: [
      `每位成员都会看到。最多 ${ADJUST_REASON_MAX} 字。`,
      `Shown to everyone affected. Up to ${ADJUST_REASON_MAX} characters.`,
    ],
    submit: ['调整能量', 'Adjust energy'],
    confirmTitle: ['给 {people}各 {amount} 点能量？', '{amount} energy for {people}?'],
    confirmBody: ['理由：{reason}', 'Reason: {reason}'],
    confirmButton: ['确定调整', 'Adjust'],
    done: ['已为 {people}调整能量。', 'Adjusted the energy of {people}.'],
    unknown: [
      '名单中有不存在的 UID，能量未作任何调整。',
      'The list contains an unknown UID. No energy was changed.',
    ],
  },
  ledger: {
    lead: [
      '全部能量变动，从新到旧。流水只能追加，不能修改。筛选日期按北京时间计算。',
      'All energy changes, newest first. The ledger is append-only. The filter uses days in Shanghai time.',
    ],
    uid: ['用户名或 UID', 'Username or UID'],
    reason: ['原因', 'Reason'],
    anyReason: ['全部原因', 'All reasons'],
    from: ['从', 'From'],
    to: ['到', 'To'],
    export: ['导出 CSV', 'Export CSV'],
    person: ['成员', 'Person'],
    amount: ['数值', 'Change'],
    balance: ['余额', 'Balance'],
    time: ['时间', 'Time'],
    note: ['备注', 'Note'],
    none: ['没有符合条件的记录', 'No entries found'],
    noneHint: ['换个成员、原因或日期试试。', 'Try another person, reason or date.'],
  },
})

type AdjustText = (typeof adminEnergyTexts)['en']['adjust']

/**
 * client/admin/adjust-energy.ts resolves the filter to a fixed list of users before the owner
 * confirms.
 */
export function AdjustView({ language }: { language: Language }) {
  const text = adminEnergyTexts[language].adjust
  return (
    <>
      <p class="tab-lead soft">{text.lead}</p>
      <form class="card form adjust needs-script" {...adjustForm({ text })} novalidate>
        <div class="notice danger" role="alert" {...formError()} hidden />
        <Audience text={text} language={language} />
        <Field
          name="amount"
          label={text.amount}
          type="number"
          autocomplete="on"
          required
          hint={text.amountHint}
        />
        <TextField name="reason" label={text.reason} rows={2} hint={text.reasonHint} />
        <div class="form-actions">
          <Button type="submit" kind="primary" icon="bolt" label={text.submit} />
        </div>
      </form>
    </>
  )
}

function Audience({ text, language }: { text: AdjustText; language: Language }) {
  return (
    <fieldset class="audience">
      <legend>{text.who}</legend>
      <div class="choices row">
        <label class="line">
          <input type="radio" name="audience" value="list" checked {...unsent()} />
          {text.byList}
        </label>
        <label class="line">
          <input type="radio" name="audience" value="filter" {...unsent()} />
          {text.byFilter}
        </label>
      </div>
      <div {...adjustAudience({ audience: 'list' })}>
        <TextField name="uids" label={text.uids} rows={3} autocomplete="off" hint={text.uidsHint} />
      </div>
      <AudienceFilter text={text} language={language} />
    </fieldset>
  )
}

function AudienceFilter({ text, language }: { text: AdjustText; language: Language }) {
  const levels = LEVEL_FLOORS.map((_, level) => [String(level), `Lv${level}`] as const)
  const filters = [
    ...personFilters(language, ['active', 'banned']),
    { name: 'level_min', label: text.levelMin, any: text.anyLevel, options: levels },
    { name: 'level_max', label: text.levelMax, any: text.anyLevel, options: levels },
  ]
  return (
    <div class="audience" {...adjustAudience({ audience: 'filter' })} hidden>
      <div class="audience-fields">
        {filters.map((filter) => (
          <FilterField {...filter} />
        ))}
      </div>
      <div class="form-actions">
        <Button {...peopleCounter()} icon="person" label={text.count} />
        <p role="status" {...peopleCount()} />
      </div>
    </div>
  )
}

interface LedgerViewProps {
  entries: Page<AdminLedgerEntry>
  /** The filter as it was typed. Its `uid` is a username or a uid. */
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
      <p class="tab-lead soft">{text.lead}</p>
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
      columns={[
        text.time,
        text.person,
        text.reason,
        { number: text.amount },
        { number: text.balance },
        text.note,
      ]}
      id={id}
      rows={entries.map(({ user, amount, reason, balance_after, note, post_id, created_at }) => [
        <Time value={created_at} language={language} />,
        <a href={`/admin/users/${user.uid}`}>{user.display_name}</a>,
        <>
          {reasons[reason]} {post_id !== null && <a href={`/posts/${post_id}`}>#{post_id}</a>}
        </>,
        amount > 0 ? `+${amount}` : amount,
        balance_after,
        note,
      ])}
    />
  )
}
