import { bilingual } from '#kernel/i18n.ts'

export const adminCommentsTexts = bilingual({
  'zh-CN': {
    title: '评论管理',
    searchLabel: '关键词',
    by: 'UID {uid} 的评论',
    on: '文章 #{id} 下的评论',
    under: '评论于',
    reply: '回复',
    postDeleted: '文章已删除',
    image: '附图',
    none: '没有找到评论',
    noneHint: '换个关键词试试，支持两个字的中文词。',
    remove: '删除',
    dialogTitle: '删除 {target} 的评论',
    dialogLead: '评论会立即从文章中移除，操作会记入日志。',
    dialogButton: '删除评论',
    removed: '评论已删除。',
  },
  en: {
    title: 'Comments',
    searchLabel: 'Words',
    by: 'Comments by UID {uid}',
    on: 'Comments on post #{id}',
    under: 'on',
    reply: 'reply',
    postDeleted: 'post deleted',
    image: 'with an image',
    none: 'No comments found',
    noneHint: 'Try another word. Two-character Chinese words work too.',
    remove: 'Delete',
    dialogTitle: 'Delete the comment by {target}',
    dialogLead: 'The comment is removed from the post immediately. The audit log records this action.',
    dialogButton: 'Delete comment',
    removed: 'Comment deleted.',
  },
})

export type AdminCommentsText = (typeof adminCommentsTexts)['en']
