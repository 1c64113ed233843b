import { bilingual } from '#kernel/i18n.ts'

export const tagTexts = bilingual({
  title: ['标签', 'Tags'],
  lead: ['按标签浏览文章。', 'Browse posts by tag.'],
  sorts: ['排序', 'Sort'],
  popular: ['最常用', 'Most used'],
  name: ['按名称', 'By name'],
  none: ['还没有标签', 'No tags yet'],
  noneHint: ['文章使用的标签会显示在这里。', 'Tags appear here once posts use them.'],
  edit: ['编辑简介', 'Edit description'],
  add: ['添加简介', 'Add description'],
  description: ['标签简介', 'Tag description'],
  hint: [
    (max: number) => `纯文本，最多 ${max} 字；留空则不显示。`,
    (max: number) => `Plain text, at most ${max} characters. Leave empty to show no description.`,
  ],
  save: ['保存', 'Save'],
})
