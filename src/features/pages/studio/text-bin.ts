import { bilingual } from '#kernel/i18n.ts'

export const binTexts = bilingual({
  'zh-CN': {
    name: '回收站',
    until: (time: string) => `将于 ${time}（北京时间）彻底删除`,
    restore: '恢复',
    restored: '已恢复为草稿。',
    restoredLocked: '已恢复，文章仍是锁定的。',
  },
  en: {
    name: 'Bin',
    until: (time: string) => `Erased on ${time}, Beijing time`,
    restore: 'Restore',
    restored: 'Restored as a draft.',
    restoredLocked: 'Restored. It is still locked.',
  },
})
