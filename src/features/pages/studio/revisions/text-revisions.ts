import { bilingual } from '#kernel/i18n.ts'

export const revisionTexts = bilingual({
  'zh-CN': {
    title: '历史版本',
    lead: (most: number) => `最近保存过的 ${most} 个版本。写作时的自动保存，一段时间合成一个。`,
    listLabel: '版本',
    edit: '继续编辑',
    current: '现在的版本',
    version: (version: number) => `版本 ${version}`,
    changesOf: (version: number) => `从版本 ${version} 到现在`,
    direction: '标出的是这个版本之后删去和新增的内容。',
    isCurrent: '这就是现在的版本。',
    whole: '看这个版本的全文',
    restore: '恢复这个版本',
    restoreTitle: (version: number) => `恢复版本 ${version}？`,
    restoreBody: '现在的内容不会丢，会作为一个版本留在历史里。',
    restorePublic: '文章已经公开，恢复后读者马上会看到这个版本。现在的内容会作为一个版本留在历史里。',
    restored: '已恢复。',
    closed: '审核中或被锁定的文章不能恢复版本。',
    noneTitle: '还没有更早的版本',
    none: '下次回来修改时，这次写完的内容会作为一个版本留在这里。',
  },
  en: {
    title: 'History',
    lead: (most: number) =>
      `The last ${most} saved versions. What saved itself while you were writing counts as one version a sitting.`,
    listLabel: 'Versions',
    edit: 'Go on editing',
    current: 'Present version',
    version: (version: number) => `Version ${version}`,
    changesOf: (version: number) => `From version ${version} to the present`,
    direction: 'Marked is what was removed and added after this version.',
    isCurrent: 'This is the present version.',
    whole: 'Read this version whole',
    restore: 'Restore this version',
    restoreTitle: (version: number) => `Restore version ${version}?`,
    restoreBody: 'What stands there now is not lost: it stays in the history as a version of its own.',
    restorePublic:
      'The post is public, so readers see this version at once. What stands there now stays in the history as a version of its own.',
    restored: 'Restored.',
    closed: 'A post that is in review or locked cannot be restored.',
    noneTitle: 'No earlier versions yet',
    none: 'When you come back to change it, what you have written by now stays here as a version.',
  },
})

export type RevisionText = (typeof revisionTexts)['en']
