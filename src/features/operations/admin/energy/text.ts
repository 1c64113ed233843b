import { ADJUST_MAX, ADJUST_PEOPLE_MAX, ADJUST_REASON_MAX } from '#features/economy/energy/adjust.ts'
import { bilingual } from '#kernel/i18n.ts'

export const adminEnergyTexts = bilingual({
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
    unknown: ['名单中有不存在的 UID，能量未作任何调整。', 'The list contains an unknown UID. No energy was changed.'],
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

export type AdminEnergyText = (typeof adminEnergyTexts)['en']
