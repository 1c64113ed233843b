import { bilingual } from '#kernel/i18n.ts'

export const tagTexts = bilingual({
  'zh-CN': {
    title: '标签',
    lead: '按标签浏览文章。',
    sorts: '排序',
    popular: '最常用',
    name: '按名称',
    none: '还没有标签',
    noneHint: '文章使用的标签会显示在这里。',
    edit: '编辑简介',
    add: '添加简介',
    description: '标签简介',
    hint: (max: number) => `纯文本，最多 ${max} 字；留空则不显示。`,
    save: '保存',
  },
  en: {
    title: 'Tags',
    lead: 'Browse posts by tag.',
    sorts: 'Sort',
    popular: 'Most used',
    name: 'By name',
    none: 'No tags yet',
    noneHint: 'Tags appear here once posts use them.',
    edit: 'Edit description',
    add: 'Add description',
    description: 'Tag description',
    hint: (max: number) => `Plain text, at most ${max} characters. Leave empty to show no description.`,
    save: 'Save',
  },
})
