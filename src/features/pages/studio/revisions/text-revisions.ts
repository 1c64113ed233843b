import { bilingual } from '#kernel/i18n.ts'

export const revisionTexts = bilingual({
  title: ['历史版本', 'History'],
  titleOf: [(title: string) => `历史版本：${title}`, (title: string) => `History: ${title}`],
  lead: [
    (most: number) => `保留最近 ${most} 个版本，一年前的版本每月保留一个。连续写作期间的自动保存合并为一个版本。`,
    (most: number) =>
      `The last ${most} saved versions; of those older than a year, one per month. Automatic saves in one writing session are combined into one version.`,
  ],
  listLabel: ['版本', 'Versions'],
  edit: ['继续编辑', 'Continue editing'],
  current: ['当前版本', 'Current version'],
  version: [(version: number) => `版本 ${version}`, (version: number) => `Version ${version}`],
  changesOf: [
    (version: number) => `版本 ${version} 之后的改动`,
    (version: number) => `Changes since version ${version}`,
  ],
  direction: ['标出了这个版本之后删除和新增的内容。', 'Text removed and added since this version is highlighted.'],
  isCurrent: ['这是当前版本。', 'This is the current version.'],
  whole: ['查看完整版本', 'View full version'],
  restore: ['恢复此版本', 'Restore this version'],
  restoreTitle: [(version: number) => `恢复版本 ${version}？`, (version: number) => `Restore version ${version}?`],
  restoreBody: [
    '当前内容不会丢失，会作为一个版本保留在历史中。',
    'The current content is kept in the history as a version.',
  ],
  restorePublic: [
    '文章已公开，恢复后读者会立即看到这个版本。当前内容会作为一个版本保留在历史中。',
    'The post is public, so readers will see this version immediately. The current content is kept in the history as a version.',
  ],
  restored: ['已恢复。', 'Restored.'],
  closed: ['审核中或已锁定的文章不能恢复版本。', 'Versions cannot be restored while the post is in review or locked.'],
  remove: ['清空历史版本', 'Delete history'],
  removeTitle: ['清空这篇文章的历史版本？', 'Delete the history of this post?'],
  removeBody: [
    '除当前版本外的所有版本都会被删除，无法恢复。文章本身不变。',
    'All versions except the current one are deleted and cannot be restored. The post itself does not change.',
  ],
  removed: ['历史版本已清空。', 'The history was deleted.'],
  noneTitle: ['还没有更早的版本', 'No earlier versions yet'],
  none: [
    '下次修改时，现在的内容会作为一个版本保留在这里。',
    'The next time you change the post, its current content will be kept here as a version.',
  ],
})

export type RevisionText = (typeof revisionTexts)['en']
