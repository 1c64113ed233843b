import { bilingual } from '#kernel/i18n.ts'

/** For lists of which several are dealt with at once. */
export const batchTexts = bilingual({
  'zh-CN': {
    select: (name: string) => `选择：${name}`,
    selectAll: '全选',
    selected: '已选 {count} 项',
    bar: '批量操作',
    action: '操作',
    apply: '执行',
    clear: '取消选择',
    title: '对 {count} 项执行“{action}”',
    lead: '逐项执行：做不到的会跳过，并告诉你原因。',
    done: '{done} 项已完成。',
    refused: '有 {count} 项没有完成',
    close: '知道了',
  },
  en: {
    select: (name: string) => `Select: ${name}`,
    selectAll: 'Select all',
    selected: '{count} selected',
    bar: 'For all that are selected',
    action: 'Action',
    apply: 'Apply',
    clear: 'Clear',
    title: '{action}: {count} selected',
    lead: 'One after the other. What cannot be done is left out, and you are told why.',
    done: '{done} done.',
    refused: '{count} could not be done',
    close: 'Close',
  },
})

export type BatchText = (typeof batchTexts)['en']
