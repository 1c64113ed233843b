import { BLOCKS_MAX } from '#features/core/blocks/block.ts'
import { bilingual } from '#kernel/i18n.ts'

export const blockTexts = bilingual({
  'zh-CN': {
    heading: '黑名单',
    lead: `你拉黑的人不能关注你、评论或回复你、提到你，也不能给你的文章充能；你们不会再收到对方的消息，他们的文章不出现在你的列表里，评论会折叠起来。他们不会收到通知。最多 ${BLOCKS_MAX} 人。`,
    none: '你没有拉黑任何人',
    noneHint: '在别人的空间、文章或评论旁边点旗子，就可以举报或拉黑。',
    since: '拉黑于',
    unblock: '解除',
    unblockOf: (name: string) => `解除对 ${name} 的拉黑`,
    unblocked: '已解除拉黑。',
    blocked: (name: string) => `你拉黑了 ${name}，对方的文章不会出现在你的列表里。`,
    folded: (name: string) => `${name} 的评论（你拉黑了这个人）`,
    shutOut: '作者不接受你的评论。',
    noArticles: '文章已隐藏',
    noArticlesHint: '解除拉黑之后就能看到。',
  },
  en: {
    heading: 'Blocked people',
    lead: `Whom you block cannot follow you, comment on or reply to what you write, mention you or give your posts energy. Neither of you hears from the other, their posts leave your lists and their comments are folded. They are not told. At most ${BLOCKS_MAX} people.`,
    none: 'You block nobody',
    noneHint: 'The flag in a space, beside a post or under a comment reports somebody, or blocks them.',
    since: 'Blocked',
    unblock: 'Unblock',
    unblockOf: (name: string) => `Unblock ${name}`,
    unblocked: 'Unblocked.',
    blocked: (name: string) => `You block ${name}: their posts are not in your lists.`,
    folded: (name: string) => `A comment by ${name}, whom you block`,
    shutOut: 'The author does not take comments from you.',
    noArticles: 'These posts are hidden',
    noArticlesHint: 'Unblock their author to see them.',
  },
})
