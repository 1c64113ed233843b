import { CHECK_IN_ENERGY } from '#features/core/people/level.ts'
import { LEDGER_DAYS } from '#features/economy/energy/account.ts'
import { bilingual } from '#kernel/i18n.ts'

export const energyTexts = bilingual({
  balance: ['当前能量', 'Your energy'],
  chart: [
    (from: number, to: number) => `最近 ${LEDGER_DAYS} 天的能量变化：从 ${from} 到 ${to}`,
    (from: number, to: number) =>
      `Your energy over the last ${LEDGER_DAYS} days: from ${from} to ${to}`,
  ],
  negative: [
    '能量为负时不能充能或修改用户名，签到或文章被充能可以恢复能量。',
    'While your energy is negative, you can’t energize posts or change your username. Check in or get energized to earn it back.',
  ],
  ledger: [`最近 ${LEDGER_DAYS} 天的明细`, `Last ${LEDGER_DAYS} days`],
  days: ['按北京时间计算天数。', 'Days start at midnight, Shanghai time.'],
  balanceAfter: [(balance: number) => `余额 ${balance}`, (balance: number) => `Balance ${balance}`],
  empty: [`最近 ${LEDGER_DAYS} 天没有变化`, `No changes in the last ${LEDGER_DAYS} days`],
  emptyHint: [
    `每天访问会自动签到，获得 ${CHECK_IN_ENERGY} 点能量；文章被充能也会获得能量。`,
    `Visit every day to check in and earn ${CHECK_IN_ENERGY} energy. You also earn energy when others energize your posts.`,
  ],
  help: ['能量怎么用？', 'What is energy for?'],
  post: [(id: number) => `文章 ${id}`, (id: number) => `Post ${id}`],
  reasons: {
    checkin: ['每日签到', 'Daily check-in'],
    energize: ['为文章充能', 'Energized a post'],
    energized: ['文章被充能', 'Your post was energized'],
    rename: ['修改用户名', 'Changed your username'],
    rename_refund: ['改名未通过，退还能量', 'Username change rejected, energy refunded'],
    delete_post: ['删除文章', 'Deleted a post'],
    admin_adjust: ['管理员调整', 'Adjusted by an admin'],
  },
})
