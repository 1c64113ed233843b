import { bilingual } from '#kernel/i18n.ts'

export const changesTexts = bilingual({
  'zh-CN': {
    fields: { title: '标题', summary: '摘要', tags: '标签', cover: '封面', body: '正文' },
    onlyMarkup: '文字没有变化，只改了排版。',
    unchanged: (lines: number) => `${lines} 行没有变化`,
    wasRemoved: '删去：',
    wasAdded: '新增：',
  },
  en: {
    fields: { title: 'Title', summary: 'Summary', tags: 'Tags', cover: 'Cover', body: 'Text' },
    onlyMarkup: 'The words are the same; only their formatting changed.',
    unchanged: (lines: number) => (lines === 1 ? '1 line unchanged' : `${lines} lines unchanged`),
    wasRemoved: 'Removed: ',
    wasAdded: 'Added: ',
  },
})

export type ChangesText = (typeof changesTexts)['en']
