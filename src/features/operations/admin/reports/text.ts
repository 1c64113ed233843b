import { bilingual } from '#kernel/i18n.ts'

export const adminReportsTexts = bilingual({
  none: ['没有待处理的举报', 'No open reports'],
  noneHint: [
    '读者举报的文章、评论和用户会出现在这里，举报人数多的排在前面。',
    'Reported posts, comments and people appear here, most reported first.',
  ],
  noneClosed: ['还没有处理过举报', 'No closed reports yet'],
  noneClosedHint: ['处理过的举报会出现在这里。', 'Closed reports and their decisions appear here.'],
  notInQueue: {
    title: ['该举报不在队列中', 'This report is not in the queue'],
    hint: ['可能已经处理过了。', 'It may already be closed.'],
    next: ['处理下一件', 'Next in the queue'],
  },
  kinds: {
    post: ['文章', 'Post'],
    comment: ['评论', 'Comment'],
    user: ['用户', 'Person'],
  },
  reasons: {
    spam: ['广告或垃圾内容', 'Spam'],
    abuse: ['攻击或骚扰', 'Abuse'],
    illegal: ['违法内容', 'Illegal content'],
    other: ['其他', 'Other'],
  },
  count: [
    (count: number) => `${count} 人举报`,
    (count: number) => (count === 1 ? 'reported once' : `reported by ${count} people`),
  ],
  word: [(word: string) => `敏感词：${word}`, (word: string) => `word list: ${word}`],
  bySite: ['本站自动举报', 'Reported by the site'],
  reports: ['举报', 'Reports'],
  moreReports: [(count: number) => `还有 ${count} 条举报`, (count: number) => `and ${count} more`],
  record: [
    (upheld: number, all: number) =>
      all === 0 ? '第一次举报' : `${all} 次举报中 ${upheld} 次属实`,
    (upheld: number, all: number) =>
      all === 0 ? 'first report' : `${upheld} of ${all} reports upheld`,
  ],
  untrusted: ['多次不属实', 'often turned down'],
  subject: {
    post: ['作者', 'Author'],
    comment: ['评论者', 'Author'],
    user: ['被举报的用户', 'Reported person'],
  },
  inPlace: ['被举报的内容', 'Reported content'],
  asReported: ['举报时的内容', 'As reported'],
  present: ['当前状态', 'Now'],
  unchanged: ['举报后没有改动。', 'Not changed since the report.'],
  deletedSince: ['举报后已删除。', 'Deleted since the report.'],
  versions: ['被举报的版本', 'Reported versions'],
  version: [(nth: number) => `版本 ${nth}`, (nth: number) => `Version ${nth}`],
  nowCalled: [(name: string) => `现为“${name}”`, (name: string) => `now “${name}”`],
  removedAlready: [
    '该内容已经移除。确认属实只会关闭举报，不做其他处理。',
    'This content is already removed. If you uphold the reports, they are closed and nothing else changes.',
  ],
  bannedAlready: [
    '该用户已被封禁或已注销。确认属实只会关闭举报，不做其他处理。',
    'This person is already banned or deleted. If you uphold the reports, they are closed and nothing else changes.',
  ],
  hidden: {
    post: [
      '读者目前看不到这篇文章。锁定后，即使作者恢复或修改文章，也无法再次发布。',
      'Readers cannot see this post now. If you lock it, the author cannot publish it again.',
    ],
    comment: [
      '读者目前看不到这条评论。删除后，即使文章恢复，评论也不会恢复。',
      'Readers cannot see this comment now. If you delete it, it stays deleted when the post is visible again.',
    ],
  },
  deleted: ['内容已删除，无法显示。', 'This content was deleted and cannot be shown.'],
  protected: ['不能在这里封禁管理员和站长。', 'Admins and owners cannot be banned here.'],
  answers: ['回复', 'in reply to'],
  on: [(post: string) => `评论于《${post}》`, (post: string) => `on “${post}”`],
  posts: ['最近的文章', 'Latest posts'],
  comments: ['最近的评论', 'Latest comments'],
  nothing: ['还没有。', 'None yet.'],
  noSignature: ['没有签名。', 'No signature.'],
  decide: ['处理这条举报', 'Decide on this report'],
  keep: ['保留', 'Keep'],
  keepWithNote: ['附言保留', 'Keep with a note'],
  remove: {
    post: ['锁定', 'Lock'],
    comment: ['删除', 'Delete'],
    user: ['封禁', 'Ban'],
  },
  removeGone: ['属实', 'Uphold'],
  next: ['下一件', 'Next'],
  back: ['上一件', 'Previous'],
  queue: ['队列', 'Queue'],
  more: [(count: number) => `还有 ${count} 件`, (count: number) => `and ${count} more`],
  kept: ['已保留，举报人会收到通知。', 'Kept. The reporters will be notified.'],
  removed: [
    '已移除，举报人和被举报人都会收到通知。',
    'Removed. The reporters and the author will be notified.',
  ],
  banned: [
    '已封禁，举报人和被举报人都会收到通知。',
    'Banned. The reporters and the person will be notified.',
  ],
  removedAndBanned: [
    '已删除并封禁，举报人和作者都会收到通知。',
    'Deleted and banned. The reporters and the author will be notified.',
  ],
  upheld: ['已确认属实，举报人会收到通知。', 'Upheld. The reporters will be notified.'],
  decisions: {
    kept: ['保留', 'kept'],
    removed: ['移除', 'removed'],
  },
  by: ['处理人', 'by'],
  dialog: {
    keep: ['保留：{target}', 'Keep: {target}'],
    keepLead: ['每位举报人都会看到这段说明。', 'Everyone who reported it sees the note.'],
    remove: ['移除：{target}', 'Remove: {target}'],
    removeLead: {
      post: [
        '文章会被锁定，只有作者和管理员可见。',
        'The post is locked: only its author and admins can see it.',
      ],
      comment: ['评论会被删除。', 'The comment is deleted.'],
    },
    uphold: ['属实：{target}', 'Uphold: {target}'],
    banIsSeen: [
      '作者会看到理由和封禁期限。举报人只会得知内容已移除及理由，不会得知封禁。不填则使用最多人选择的举报原因。',
      'The author sees the reason and how long the ban lasts. Reporters see that the content was removed and why, but not the ban. If you leave the reason empty, the most common report reason is used.',
    ],
    reasonIsSeen: [
      '被举报人和每位举报人都会看到理由；不填则使用最多人选择的举报原因。',
      'The reported person and all reporters see the reason. If you leave it empty, the most common report reason is used.',
    ],
  },
})

export type AdminReportsText = (typeof adminReportsTexts)['en']
