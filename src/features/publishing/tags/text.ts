import { bilingual } from '#kernel/i18n.ts'

export const tagTexts = bilingual({
  'zh-CN': {
    title: '标签',
    lead: '文章写的是什么，从这里找起。',
    sorts: '排序',
    popular: '最常用',
    name: '按名称',
    none: '还没有标签',
    noneHint: '文章用上标签之后，会出现在这里。',
    edit: '编辑简介',
    add: '添加简介',
    description: '标签简介',
    hint: (max: number) => `纯文本，最多 ${max} 字；留空则不显示。`,
    save: '保存',
  },
  en: {
    title: 'Tags',
    lead: 'What posts are about: begin here.',
    sorts: 'Order',
    popular: 'Most used',
    name: 'By name',
    none: 'No tags yet',
    noneHint: 'Tags appear here once posts use them.',
    edit: 'Edit description',
    add: 'Add a description',
    description: 'Description of the tag',
    hint: (max: number) => `Plain text, ${max} characters at most; leave it empty to show none.`,
    save: 'Save',
  },
})
