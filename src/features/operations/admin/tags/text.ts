import {
  MERGED_TAGS_MAX,
  SYNONYMS_MAX,
  TAG_DESCRIPTION_MAX,
} from '#features/publishing/tags/change.ts'
import { bilingual } from '#kernel/i18n.ts'

export const adminTagsTexts = bilingual({
  lead: [
    '文章多的标签在前。改名或合并后，旧标签的网址会自动跳转；文章多时，由后台任务逐步移动完。',
    'The most used tags first. After a rename or a merge, the old address redirects. The posts of a large tag are moved in the background within minutes to an hour.',
  ],
  search: ['标签开头', 'Tag begins with'],
  none: ['没有符合条件的标签', 'No tags found'],
  noneHint: ['换个开头试试，或者新建一个标签。', 'Try another beginning, or add a tag.'],
  add: ['新建标签', 'Add a tag'],
  addLead: [
    '还没有文章的标签也可以被作者选用，不会被自动清理。',
    'Authors can choose a tag that has no posts yet. It is not cleaned up.',
  ],
  name: ['名称', 'Name'],
  description: ['标签简介', 'Tag description'],
  descriptionHint: [
    `纯文本，最多 ${TAG_DESCRIPTION_MAX} 字；留空则不显示。`,
    `Plain text, at most ${TAG_DESCRIPTION_MAX} characters. Leave empty to show no description.`,
  ],
  colour: ['颜色', 'Colour'],
  noColour: ['无', 'None'],
  colours: {
    '#c2410c': ['橙', 'Orange'],
    '#b91c1c': ['红', 'Red'],
    '#be185d': ['粉', 'Pink'],
    '#7e22ce': ['紫', 'Purple'],
    '#1d4ed8': ['蓝', 'Blue'],
    '#0e7490': ['青', 'Teal'],
    '#15803d': ['绿', 'Green'],
    '#a16207': ['黄', 'Yellow'],
    '#57534e': ['灰', 'Grey'],
  },
  synonyms: ['同义词和旧名称', 'Synonyms and former names'],
  synonymsHint: [
    `用逗号分隔，最多 ${SYNONYMS_MAX} 个。作者写这些词时会自动换成这个标签，网址也会跳转。`,
    `Separated by commas, at most ${SYNONYMS_MAX}. If an author uses one, the post gets this tag instead. Their addresses redirect.`,
  ],
  translation: ['另一种语言的同一标签', 'Same tag in the other language'],
  translationHint: [
    '例如“生活”和“Life”。两个标签的页面会互相链接，文章和关注仍然分开。留空则取消。',
    'Such as 生活 and Life. The pages of both tags link to each other; posts and follows stay apart. Leave empty to unlink.',
  ],
  translationOf: [(name: string) => `对应 #${name}`, (name: string) => `Also #${name}`],
  alsoKnown: [(names: string) => `同义词：${names}`, (names: string) => `Synonyms: ${names}`],
  moving: ['正在移动文章', 'Moving posts'],
  edit: ['编辑', 'Edit'],
  deleteTitle: [(name: string) => `删除标签 #${name}？`, (name: string) => `Delete #${name}?`],
  deleteBody: [
    (count: number) => `${count} 篇公开文章会失去这个标签，关注和邮件订阅也会取消。无法撤销。`,
    (count: number) =>
      `${count === 1 ? '1 public post loses' : `${count} public posts lose`} this tag. Its follows and letter subscriptions end. This cannot be undone.`,
  ],
  merge: ['合并标签', 'Merge tags'],
  mergeLead: [
    `在下面的列表中勾选标签（最多 ${MERGED_TAGS_MAX} 个），文章、关注、邮件订阅和同义词都会并入目标标签。无法撤销。`,
    `Select tags in the list below, at most ${MERGED_TAGS_MAX}. Their posts, follows, letter subscriptions and synonyms move to the other tag. This cannot be undone.`,
  ],
  into: ['并入', 'Merge into'],
  mergeButton: ['合并所选标签', 'Merge selected tags'],
  select: [(name: string) => `选择 #${name}`, (name: string) => `Select #${name}`],
  merged: [
    (count: number, into: string) => `已将 ${count} 个标签并入 #${into}。`,
    (count: number, into: string) =>
      count === 1 ? `1 tag was merged into #${into}.` : `${count} tags were merged into #${into}.`,
  ],
  noneSelected: ['请先在列表中勾选标签。', 'Select tags in the list first.'],
  suggestions: ['建议检查', 'Worth a look'],
  suggestionsLead: [
    '这些标签可能是误写或重复，导入旧站内容后很常见。',
    'These tags may be typing errors or duplicates, as imports often bring them.',
  ],
  short: [
    (count: number) => `${count} 篇文章使用，只有一个字母`,
    (count: number) => `${count === 1 ? '1 post' : `${count} posts`}, a single letter`,
  ],
  similar: [
    (count: number, like: string) => `${count} 篇文章使用，与 #${like} 相近`,
    (count: number, like: string) =>
      `${count === 1 ? '1 post' : `${count} posts`}, similar to #${like}`,
  ],
  mergeInto: [(name: string) => `并入 #${name}`, (name: string) => `Merge into #${name}`],
  mergeTitle: [
    (name: string, into: string) => `把 #${name} 并入 #${into}？`,
    (name: string, into: string) => `Merge #${name} into #${into}?`,
  ],
  mergeBody: [
    '文章、关注和邮件订阅会移到目标标签，旧网址会跳转。无法撤销。',
    'Posts, follows and letter subscriptions move, and the old address redirects. This cannot be undone.',
  ],
})

export type AdminTagsText = (typeof adminTagsTexts)['en']
