import { bilingual } from '#kernel/i18n.ts'

/** What readers see of the audit log. */
export const moderationTexts = bilingual({
  'zh-CN': {
    title: '管理日志',
    description: '本站的管理员做了什么、为什么。不公开涉及的人。',
    lead: '管理员对公开内容做过的事和理由，从新到旧。为了保护隐私，这里不写是谁做的，也不写涉及谁。',
    actions: {
      'post.reject': '退回了一篇文章',
      'post.lock': '锁定了一篇文章',
      'post.unlock': '解锁了一篇文章',
      'post.delete': '删除了一篇文章',
      'comment.delete': '删除了一条评论',
      'user.status': '改变了一个账号的状态',
      banned: '封禁了一个账号',
      active: '解除了对一个账号的封禁',
      'audit.enabled:on': '打开了审核',
      'audit.enabled:off': '关闭了审核',
      'registration.enabled:on': '开放了注册',
      'registration.enabled:off': '关闭了注册',
      'comments.enabled:on': '开放了评论',
      'comments.enabled:off': '关闭了评论',
    },
    noReason: '没有写理由',
    none: '还没有管理操作',
    noneHint: '一切平静。',
  },
  en: {
    title: 'Moderation log',
    description: 'What the admins of this site did, and why. The people concerned are not named.',
    lead: 'What admins did about public content, and why, newest first. To protect privacy it says neither who did it nor to whom.',
    actions: {
      'post.reject': 'A post was rejected',
      'post.lock': 'A post was locked',
      'post.unlock': 'A post was unlocked',
      'post.delete': 'A post was deleted',
      'comment.delete': 'A comment was deleted',
      'user.status': 'The status of an account was changed',
      banned: 'An account was banned',
      active: 'An account was unbanned',
      'audit.enabled:on': 'Review was turned on',
      'audit.enabled:off': 'Review was turned off',
      'registration.enabled:on': 'Registration was opened',
      'registration.enabled:off': 'Registration was closed',
      'comments.enabled:on': 'Comments were opened',
      'comments.enabled:off': 'Comments were closed',
    },
    noReason: 'No reason was given',
    none: 'Nothing has been moderated yet',
    noneHint: 'All is calm.',
  },
})

export type ModerationText = (typeof moderationTexts)['en']
