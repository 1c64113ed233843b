import { bilingual } from '#kernel/i18n.ts'

/** The frame of every admin page, and texts that several admin pages share. */
export const adminTexts = bilingual({
  title: ['管理后台', 'Admin'],
  menu: ['菜单', 'Menu'],
  groups: {
    today: ['今日', 'Today'],
    people: ['成员', 'People'],
    content: ['内容', 'Content'],
    site: ['站点', 'Site'],
    records: ['记录', 'Records'],
  },
  nav: {
    overview: ['概览', 'Overview'],
    figures: ['访问统计', 'Figures'],
    review: ['审核', 'Review'],
    edits: ['过审后有修改', 'Edited after approval'],
    profiles: ['资料审核', 'Profiles'],
    reports: ['举报', 'Reports'],
    closedReports: ['已处理', 'Closed'],
    savedReplies: ['常用回复', 'Saved replies'],
    people: ['成员', 'People'],
    invitations: ['批量邀请', 'Invitation codes'],
    signIn: ['第三方登录', 'Login providers'],
    apps: ['应用', 'Applications'],
    posts: ['文章', 'Posts'],
    comments: ['评论', 'Comments'],
    tags: ['标签', 'Tags'],
    rules: ['内容规则', 'Content rules'],
    redirects: ['重定向', 'Redirects'],
    webhooks: ['Webhook', 'Webhooks'],
    identity: ['名称与外观', 'Name and look'],
    look: ['外观', 'Look'],
    layout: ['导航与首页', 'Navigation and home page'],
    pages: ['站点页面', 'Pages'],
    settings: ['站点设置', 'Site settings'],
    mail: ['邮件', 'Mail'],
    letters: ['邮件订阅', 'Letters'],
    ledger: ['能量', 'Energy'],
    energy: ['能量调整', 'Adjust energy'],
    backups: ['备份与导出', 'Backups and exports'],
    audit: ['操作日志', 'Audit log'],
    anomalies: ['可疑活动', 'Suspicious activity'],
    data: ['数据登记', 'Stored data'],
  },
  firstTabs: {
    identity: ['名称与内容', 'Name and content'],
    mail: ['系统邮件', 'Account mail'],
    review: ['待审核', 'To review'],
    reports: ['待处理', 'Open'],
    ledger: ['能量流水', 'Ledger'],
  },
  waits: [(count: number) => `${count} 项待处理`, (count: number) => `${count} waiting`],
  search: ['搜索', 'Search'],
  searchLabel: ['搜索页面、设置和成员', 'Search pages, settings and people'],
  clear: ['清除筛选', 'Clear filters'],
  cancel: ['取消', 'Cancel'],
  save: ['保存', 'Save'],
  saved: ['已保存。', 'Saved.'],
  edit: ['修改', 'Edit'],
  editOf: [(name: string) => `修改 ${name}`, (name: string) => `Edit ${name}`],
  remove: ['移除', 'Remove'],
  removeOf: [(name: string) => `移除 ${name}`, (name: string) => `Remove ${name}`],
  removeTitle: [(name: string) => `移除 ${name}？`, (name: string) => `Remove ${name}?`],
  removed: ['已移除。', 'Removed.'],
  attempts: [
    (count: number) => `已尝试 ${count} 次`,
    (count: number) => (count === 1 ? 'tried once' : `tried ${count} times`),
  ],
  resend: ['重新发送', 'Send again'],
  resent: ['已重新加入发送队列。', 'Queued to be sent again.'],
  copyOf: [(name: string) => `复制${name}`, (name: string) => `Copy ${name}`],
  shortcuts: ['键盘快捷键', 'Keyboard shortcuts'],
  reason: ['理由', 'Reason'],
  reasonHint: [
    (max: number) => `对方会看到，并记入操作日志。最多 ${max} 字。`,
    (max: number) => `Shown to the person and recorded in the audit log. Up to ${max} characters.`,
  ],
  optional: ['（选填）', ' (optional)'],
  canned: ['常用理由', 'Common reasons'],
  role: ['身份', 'Role'],
  anyRole: ['全部身份', 'All roles'],
  status: ['状态', 'Status'],
  anyStatus: ['全部状态', 'All statuses'],
  roles: {
    user: ['普通成员', 'Member'],
    admin: ['管理员', 'Admin'],
    owner: ['站长', 'Owner'],
  },
  days: ['天数（选填）', 'Days (optional)'],
  daysHint: [
    (max: number) => `最多 ${max} 天，到期后自动解除，最多延迟一分钟。留空则需要管理员手动解除。`,
    (max: number) =>
      `At most ${max} days. The restriction ends by itself, up to one minute late. If you leave this empty, it lasts until an admin lifts it.`,
  ],
  silenced: ['已禁言', 'Silenced'],
  statuses: {
    active: ['正常', 'Active'],
    banned: ['已封禁', 'Banned'],
    deleted: ['已注销', 'Deleted'],
  },
})

export type AdminText = (typeof adminTexts)['en']

/** Lists with actions for several rows. */
export const batchTexts = bilingual({
  select: [(name: string) => `选择：${name}`, (name: string) => `Select: ${name}`],
  selectAll: ['全选', 'Select all'],
  selected: ['已选 {count} 项', '{count} selected'],
  bar: ['批量操作', 'Batch actions'],
  action: ['操作', 'Action'],
  apply: ['执行', 'Apply'],
  clear: ['取消选择', 'Clear selection'],
  title: ['对 {count} 项执行“{action}”', '{action}: {count} selected'],
  lead: [
    '逐项执行，无法完成的会跳过并说明原因。',
    'Items are processed one by one. Items that fail are skipped, with the reason.',
  ],
  done: ['{done} 项已完成。', '{done} completed.'],
  refused: ['{count} 项未完成', '{count} failed'],
  close: ['知道了', 'Close'],
})

export const savedReplyTexts = bilingual({
  save: ['存为常用回复', 'Save as reply'],
  saved: ['已存为常用回复，所有管理员都可以使用。', 'Saved. All admins can use this reply.'],
  manage: ['管理常用回复', 'Manage saved replies'],
})

/** A ban, on the page of a user or as the decision on a report. */
export const banTexts = bilingual({
  openHide: ['封禁并隐藏全部内容', 'Ban and hide all content'],
  openDelete: ['删除并封禁作者', 'Delete and ban the author'],
  openDeleteAndHide: ['删除并隐藏作者的全部内容', 'Delete and hide all content'],
  hideToo: ['同时隐藏对方的全部文章和评论', 'Also hide all their posts and comments'],
  hideTooHint: [
    '可以在对方的管理页面撤销。封禁到期不会自动恢复内容。',
    'You can undo this on their admin page. Content stays hidden when a ban ends.',
  ],
  acts: {
    ban: {
      title: ['封禁 {target}', 'Ban {target}'],
      lead: [
        '所有设备立即下线。对方仍可登录和阅读，会看到封禁理由，但不能发布或修改任何内容。',
        'They are logged out on all devices immediately. They can still log in, read and see the reason, but they cannot publish or change anything.',
      ],
      button: ['封禁账号', 'Ban account'],
    },
    hide: {
      title: ['封禁 {target} 并隐藏全部内容', 'Ban {target} and hide all content'],
      lead: [
        '封禁账号，并隐藏对方所有已发布的文章和评论。可以撤销：撤销后恢复这次隐藏的内容，并解除这次封禁。封禁到期不会自动恢复内容。',
        'Bans the account and hides all published posts and comments. You can undo this: the hidden content is restored and this ban is lifted. Content stays hidden when a ban ends.',
      ],
      button: ['封禁并隐藏', 'Ban and hide'],
    },
    delete: {
      title: ['删除“{target}”并封禁作者', 'Delete “{target}” and ban the author'],
      lead: [
        '内容会被删除，无法恢复；作者的账号会被封禁，所有设备立即下线。两者同时生效。',
        'The content is deleted for good, and its author is banned and logged out on all devices. Both happen together.',
      ],
      button: ['删除并封禁', 'Delete and ban'],
    },
    deleteAndHide: {
      title: [
        '删除“{target}”并隐藏作者的全部内容',
        'Delete “{target}” and hide everything by the author',
      ],
      lead: [
        '作者已被封禁。这项内容会被删除，无法恢复；作者其余的文章和评论会被隐藏，可以在对方的管理页面撤销。',
        'The author is already banned. This content is deleted for good, and all other posts and comments by the author are hidden. You can undo the hiding on their admin page.',
      ],
      button: ['删除并隐藏', 'Delete and hide'],
    },
  },
})

export const settingAnchor = (key: string) => key.replace('.', '-')

export const settingNames = bilingual({
  'audit.enabled': ['审核', 'Review'],
  'review.newcomers': ['审核新人的文章', 'Review posts by newcomers'],
  'links.newcomers_limited': ['限制新人的链接', 'Limit links by newcomers'],
  'registration.enabled': ['开放注册', 'Registration'],
  'registration.invite_only': ['仅限邀请注册', 'Invite only'],
  'registration.challenge': ['注册验证', 'Proof-of-work challenge'],
  'comments.enabled': ['开放评论', 'Comments'],
  'email.verification_required': ['要求确认邮箱', 'Require a confirmed e-mail'],
  'backups.enabled': ['每日备份', 'Daily backups'],
  'views.public': ['公开阅读次数', 'Public view counts'],
  'images.external': ['显示其他网站的图片', 'Show images of other sites'],
  'posts.ask_ai': ['询问是否使用 AI', 'Ask about AI'],
  'assistants.enabled': ['AI 助手', 'Assistants'],
  'app.enabled': ['离线阅读和推送通知', 'Offline reading and push notifications'],
})
