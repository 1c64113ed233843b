import { bilingual } from '#kernel/i18n.ts'

export const readingTexts = bilingual({
  published: ['发布于', 'Published'],
  written: ['写于', 'Written'],
  edited: ['编辑于', 'Edited'],
  coverOn: [(host: string) => `封面图片（${host}）`, (host: string) => `Cover image (${host})`],
  firstPublishedOn: ['首次发表于', 'First published on'],
  firstPublished: ['首发于', 'First published at'],
  minutes: [
    (minutes: number) => `约 ${minutes} 分钟读完`,
    (minutes: number) => `${minutes} min read`,
  ],
  contents: ['目录', 'Contents'],
  done: ['已完成', 'Done'],
  toDo: ['未完成', 'To do'],
  callouts: { note: ['说明', 'Note'], tip: ['提示', 'Tip'], warning: ['注意', 'Warning'] },
  footnotes: ['脚注', 'Footnotes'],
  backToText: ['返回正文', 'Back to the text'],
  table: ['表格', 'Table'],
  ai: { helped: ['AI 辅助', 'AI-assisted'], made: ['AI 生成', 'Made by AI'] },
  load: ['加载', 'Load here'],
  textSize: ['文字大小', 'Text size'],
  edit: ['编辑', 'Edit'],
  share: ['分享', 'Share'],
  copyLink: ['复制链接', 'Copy link'],
  linkCopied: ['链接已复制。', 'Link copied.'],
  copyMarkdown: ['复制为 Markdown', 'Copy as Markdown'],
  markdownCopied: ['已复制为 Markdown。', 'Copied as Markdown.'],
  markdownFailed: [
    '复制失败，请在文章地址后加上 .md 打开。',
    'Could not copy. Add .md to the address of the post to open it.',
  ],
  saveOffline: ['离线阅读', 'Read offline'],
  copyFailed: [
    '复制失败，请从地址栏复制链接。',
    'Could not copy. Please copy the link from the address bar.',
  ],
  aboutAuthor: ['关于作者', 'About the author'],
  morePosts: ['作者的其他文章', 'More by this author'],
  neighbours: ['作者的上一篇和下一篇', 'Previous and next posts by this author'],
  next: ['接着读', 'Read next'],
  likes: [
    (_: number, shown: string) => `${shown} 赞`,
    (count: number, shown: string) => `${shown} ${count === 1 ? 'like' : 'likes'}`,
  ],
  older: ['上一篇', 'Previous'],
  newer: ['下一篇', 'Next'],
  reason: ['原因：', 'Reason: '],
  scheduled: ['定于 {time} 发布。', 'Scheduled for {time}.'],
  reactions: ['互动', 'React to this post'],
  comments: ['评论', 'Comments'],
  status: {
    draft: [
      '尚未发布，只有作者和管理员能看到。',
      'Not published yet. Only the author and admins can see it.',
    ],
    pending: [
      '审核通过后公开，目前只有作者和管理员能看到。',
      'Waiting for approval. Until then, only the author and admins can see it.',
    ],
    approved: ['', ''],
    rejected: [
      '未公开，只有作者和管理员能看到。修改后可以再次提交。',
      'Not public. Only the author and admins can see it. Edit it and submit it again.',
    ],
    locked: [
      '不再公开，也不能修改，只有作者和管理员能看到。',
      'Locked. Only the author and admins can see it, and it cannot be edited.',
    ],
  },
})

export type ReadingText = (typeof readingTexts)['en']
