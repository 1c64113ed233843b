import { BLOCKS_MAX } from '#features/core/blocks/block.ts'
import { bilingual } from '#kernel/i18n.ts'

export const blockTexts = bilingual({
  heading: ['黑名单', 'Blocked people'],
  lead: [
    `被你拉黑的人不能关注你、评论、回复或提到你，也不能给你的文章充能；你们不会再收到对方的通知，对方的文章不会出现在你的列表里，评论会被折叠。对方不会收到通知。最多拉黑 ${BLOCKS_MAX} 人。`,
    `People you block can't follow you, comment on your posts, reply to you, mention you or energize your posts. Neither of you gets notifications from the other. Their posts are hidden from your lists and their comments are collapsed. They are not notified. You can block up to ${BLOCKS_MAX} people.`,
  ],
  none: ['你没有拉黑任何人', 'You haven’t blocked anyone'],
  noneHint: [
    '要拉黑某人，请在对方的个人空间打开“更多操作”菜单。',
    'To block someone, open the menu “More actions” in their space.',
  ],
  block: [(name: string) => `拉黑 ${name}`, (name: string) => `Block ${name}`],
  blockTitle: [(name: string) => `拉黑 ${name}？`, (name: string) => `Block ${name}?`],
  blockNow: ['拉黑', 'Block'],
  wasBlocked: [
    (name: string) => `已拉黑 ${name}，可在设置中解除。`,
    (name: string) => `You blocked ${name}. You can unblock them in Settings.`,
  ],
  since: ['拉黑于', 'Blocked'],
  unblock: ['解除', 'Unblock'],
  unblockOf: [(name: string) => `解除对 ${name} 的拉黑`, (name: string) => `Unblock ${name}`],
  unblocked: ['已解除拉黑。', 'Unblocked.'],
  blocked: [
    (name: string) => `你拉黑了 ${name}，对方的文章不会出现在你的列表里。`,
    (name: string) => `You blocked ${name}. Their posts are hidden from your lists.`,
  ],
  folded: [
    (name: string) => `${name} 的评论（已拉黑）`,
    (name: string) => `Comment by ${name} (blocked)`,
  ],
  cannotComment: ['你不能评论这位作者的文章。', 'You can’t comment on this author’s posts.'],
  noArticles: ['文章已隐藏', 'These posts are hidden'],
  noArticlesHint: ['解除拉黑后即可查看。', 'Unblock the author to see them.'],
})
