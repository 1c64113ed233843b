import { bilingual } from '#kernel/i18n.ts'

/** The frame around every admin page, and the names that several rooms use. */
export const adminTexts = bilingual({
  'zh-CN': {
    title: '管理后台',
    navLabel: '管理后台',
    nav: {
      overview: '概览',
      posts: '文章',
      comments: '评论',
      people: '成员',
      profiles: '资料审核',
      energy: '能量调整',
      ledger: '能量流水',
      settings: '站点设置',
      mail: '邮件',
      audit: '操作日志',
    },
    waits: (count: number) => `${count} 项待处理`,
    search: '搜索',
    clear: '清除条件',
    cancel: '取消',
    reason: '理由',
    reasonHint: (max: number) => `会告诉对方，并记入操作日志。最多 ${max} 字。`,
    optionalReason: '理由（选填）',
    canned: '常用理由',
    roles: { user: '普通成员', admin: '管理员', owner: '站长' },
    statuses: { active: '正常', banned: '已封禁', deleted: '已注销' },
  },
  en: {
    title: 'Administration',
    navLabel: 'Administration',
    nav: {
      overview: 'Overview',
      posts: 'Posts',
      comments: 'Comments',
      people: 'People',
      profiles: 'Profiles',
      energy: 'Adjust energy',
      ledger: 'Ledger',
      settings: 'Site settings',
      mail: 'Mail',
      audit: 'Audit log',
    },
    waits: (count: number) => `${count} waiting`,
    search: 'Search',
    clear: 'Clear',
    cancel: 'Cancel',
    reason: 'Reason',
    reasonHint: (max: number) => `They are told, and it is kept in the audit log. At most ${max} characters.`,
    optionalReason: 'Reason (optional)',
    canned: 'Common reasons',
    roles: { user: 'Member', admin: 'Admin', owner: 'Owner' },
    statuses: { active: 'Active', banned: 'Banned', deleted: 'Deleted' },
  },
})

export type AdminText = (typeof adminTexts)['en']
