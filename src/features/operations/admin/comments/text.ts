import { bilingual } from '#kernel/i18n.ts'

export const adminCommentsTexts = bilingual({
  title: ['评论管理', 'Comments'],
  searchLabel: ['关键词', 'Words'],
  by: [(uid = 0) => `UID ${uid} 的评论`, (uid = 0) => `Comments by UID ${uid}`],
  on: [(id = 0) => `文章 #${id} 下的评论`, (id = 0) => `Comments on post #${id}`],
  under: ['评论于', 'on'],
  reply: ['回复', 'reply'],
  postDeleted: ['文章已删除', 'post deleted'],
  image: ['附图', 'with an image'],
  none: ['没有找到评论', 'No comments found'],
  noneHint: ['换个关键词试试，支持两个字的中文词。', 'Try another word. Two-character Chinese words work too.'],
  remove: ['删除', 'Delete'],
  dialogTitle: ['删除 {target} 的评论', 'Delete the comment by {target}'],
  dialogLead: [
    '评论会立即从文章中移除，操作会记入日志。',
    'The comment is removed from the post immediately. The audit log records this action.',
  ],
  dialogButton: ['删除评论', 'Delete comment'],
  removed: ['评论已删除。', 'Comment deleted.'],
})
