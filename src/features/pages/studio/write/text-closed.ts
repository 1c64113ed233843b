import { bilingual } from '#kernel/i18n.ts'

/** The texts where there is no editor: for a viewer who may not write, and for a post that cannot be edited now. */
export const closedTexts = bilingual({
  'zh-CN': {
    title: '写文章',
    bannedTitle: '账号被封禁，暂时不能写作',
    banned: '你仍然可以阅读，也可以查看自己写过的文章。',
    toPosts: '查看我的文章',
    pendingTitle: '正在审核，暂时不能修改',
    pending: '审核结果会通过消息告诉你。想继续修改？撤回之后文章回到草稿，改好再提交。',
    withdraw: '撤回并编辑',
    lockedTitle: '文章已被锁定，不能修改',
    locked: '锁定期间只有你和管理员能看到它。原因：',
    back: '回到内容管理',
  },
  en: {
    title: 'Write a post',
    bannedTitle: 'Your account is banned and cannot write',
    banned: 'You can still read, and look at what you have written.',
    toPosts: 'See my posts',
    pendingTitle: 'In review, so it cannot be edited',
    pending:
      'A message will tell you the outcome. Want to change something? Withdraw it: it becomes a draft again, and you can submit it once more.',
    withdraw: 'Withdraw and edit',
    lockedTitle: 'This post is locked and cannot be edited',
    locked: 'While it is locked, only you and the administrators can see it. Reason: ',
    back: 'Back to my content',
  },
})
