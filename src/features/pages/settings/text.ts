import { DIGEST_TIME } from '#features/core/mail/notice-prefs.ts'
import { bilingual } from '#kernel/i18n.ts'

export const settingsTexts = bilingual({
  title: ['设置', 'Settings'],
  description: ['管理你的账号、设备和密码。', 'Manage your account, devices and password.'],
  tabsLabel: ['设置分类', 'Settings'],
  tabs: {
    profile: ['个人资料', 'Profile'],
    sessions: ['登录设备', 'Devices'],
    password: ['密码', 'Password'],
    security: ['安全', 'Security'],
    notifications: ['通知', 'Notifications'],
    invitations: ['邀请', 'Invitations'],
    blocks: ['黑名单', 'Blocked'],
    energy: ['能量', 'Energy'],
    tokens: ['访问令牌', 'Tokens'],
    account: ['账号', 'Account'],
  },
  sessions: {
    heading: ['登录设备', 'Devices'],
    lead: [
      '已登录你账号的设备。如果有不认识的设备，请让它下线并修改密码。',
      'Devices that are logged in to your account. If you don’t recognise one, log it out and change your password.',
    ],
    current: ['当前设备', 'This device'],
    signedInBy: {
      password: [() => '用密码登录', () => 'Logged in with a password'],
      passkey: [() => '用通行密钥登录', () => 'Logged in with a passkey'],
      provider: [(name: string) => `用 ${name} 登录`, (name: string) => `Logged in with ${name}`],
    },
    createdAt: ['登录于', 'Logged in'],
    remark: ['备注', 'Label'],
    remarkOf: [(device: string) => `${device} 的备注`, (device: string) => `Label of ${device}`],
    remarkPlaceholder: ['添加备注，例如“公司电脑”', 'Add a label, such as “office laptop”'],
    save: ['保存', 'Save'],
    remarkSaved: ['备注已保存。', 'Label saved.'],
    end: ['下线', 'Log out'],
    endOf: [(device: string) => `让 ${device} 下线`, (device: string) => `Log out ${device}`],
    ended: ['该设备已下线。', 'Device logged out.'],
    endTitle: ['让这台设备下线？', 'Log out this device?'],
    endBody: [
      (device: string) => `${device} 将立即退出登录。`,
      (device: string) => `${device} will be logged out immediately.`,
    ],
    endOthers: ['下线其他所有设备', 'Log out all other devices'],
    endedOthers: ['已下线 {destroyed} 台其他设备。', 'Other devices logged out: {destroyed}.'],
    endOthersTitle: ['下线其他所有设备？', 'Log out all other devices?'],
    endOthersBody: [
      '除当前设备外，其他设备和已登录的应用都会立即退出登录。',
      'All devices except this one, and all applications, will be logged out immediately.',
    ],
    endTokensToo: [
      (count: number) => `同时撤销 ${count} 个访问令牌`,
      (count: number) =>
        count > 1 ? `Also revoke your ${count} access tokens` : 'Also revoke your access token',
    ],
  },
  password: {
    heading: ['修改密码', 'Change password'],
    lead: [
      '修改后，其他设备会退出登录，这台设备保持登录。',
      'All other devices will be logged out. This device stays logged in.',
    ],
    current: ['当前密码', 'Current password'],
    new: ['新密码', 'New password'],
    repeat: ['再输入一次新密码', 'Repeat new password'],
    submit: ['修改密码', 'Change password'],
    firstHeading: ['设置密码', 'Set a password'],
    firstLead: [
      '你的账号还没有密码。设置后，也可以用邮箱和密码登录。其他设备会退出登录。',
      'Your account has no password yet. With one, you can also log in with your e-mail. All other devices will be logged out.',
    ],
    firstSubmit: ['设置密码', 'Set password'],
    done: [
      '密码已修改，其他设备已退出登录。',
      'Password changed. All other devices are logged out.',
    ],
  },
  notifications: {
    heading: ['通知', 'Notifications'],
    lead: [
      '选择要在“通知”页接收哪些通知，修改后立即生效。',
      'Choose what you want to be notified about. Changes take effect immediately.',
    ],
    comment: {
      label: ['评论和提及', 'Comments and mentions'],
      hint: [
        '有人评论你的文章，或在评论中 @ 你。',
        'Someone comments on your post or mentions you in a comment.',
      ],
    },
    reply: {
      label: ['回复', 'Replies'],
      hint: ['有人回复你的评论。', 'Someone replies to your comment.'],
    },
    like: {
      label: ['赞', 'Likes'],
      hint: [
        '有人赞你的文章，每篇文章每天合并为一条。',
        'Someone likes your post. At most one notification a day per post.',
      ],
    },
    follow: {
      label: ['关注', 'Follows'],
      hint: ['有人关注你。', 'Someone follows you.'],
    },
    always: [
      '等级提升、审核结果和账号变动始终会通知你。关闭期间的通知不会丢失，重新开启后即可查看。',
      'You are always notified of new levels, review results and account changes. Hidden notifications are not lost: turn them on again to see them.',
    ],
    on: [(label: string) => `已开启“${label}”通知。`, (label: string) => `Turned on: ${label}.`],
    off: [(label: string) => `已关闭“${label}”通知。`, (label: string) => `Turned off: ${label}.`],
  },
  account: {
    heading: ['账号信息', 'Your account'],
    email: ['邮箱', 'E-mail'],
    uid: ['UID', 'UID'],
    verified: ['已确认', 'Confirmed'],
    unverified: ['未确认', 'Not confirmed'],
    unreachable: [
      '邮件无法送达这个邮箱。请检查邮箱地址，或更换邮箱。',
      'E-mail to this address cannot be delivered. Please check the address or change it.',
    ],
    sendLink: ['发送确认链接', 'Send confirmation link'],
    linkSent: ['确认链接已发送，请查收邮件。', 'Confirmation link sent. Check your e-mail.'],
    createLink: ['生成确认链接', 'Create confirmation link'],
    changeHeading: ['更换邮箱', 'Change e-mail'],
    changeLead: [
      '我们会向新邮箱发送确认链接，并通知旧邮箱。点击链接后才会更换。',
      'We send a confirmation link to the new address and notify the old one. Nothing changes until you use the link.',
    ],
    changeUnsentLead: [
      (where: string) => `用链接确认新邮箱后才会更换。${where}`,
      (where: string) =>
        `A link confirms the new address. Nothing changes until you use it. ${where}`,
    ],
    newEmail: ['新邮箱', 'New e-mail'],
    change: ['更换邮箱', 'Change e-mail'],
    changeSent: [
      '确认链接已发送到新邮箱，点击后生效。',
      'Link sent to the new address. Use it to confirm the change.',
    ],
    since: ['注册于', 'Member since'],
    role: ['身份', 'Role'],
    roles: {
      user: ['用户', 'Member'],
      admin: ['管理员', 'Admin'],
      owner: ['站长', 'Owner'],
    },
    agesHeading: ['数据保留时间', 'How long data is kept'],
    agesLead: [
      '文章、评论、互动和能量记录会一直保留。以下数据到期后会自动删除或精简，也不再出现在导出中。',
      'Posts, comments, reactions and the energy ledger are kept. This data is deleted or condensed after its time, and exports no longer contain it:',
    ],
    ages: {
      readNotices: ['已读通知', 'Read notifications'],
      unreadNotices: ['未读通知', 'Unread notifications'],
      revisions: ['旧版本（之后每月一个）', 'Versions (later one a month)'],
      postDays: ['每日数据（之后按月）', 'Daily figures (later monthly)'],
      signIns: ['登录记录（最近一次除外）', 'Sign-ins, except the latest'],
      auditAddresses: ['管理日志中的 IP 地址', 'IP addresses of admins'],
      auditTexts: ['管理日志中的原文', 'Texts in the moderation log'],
      readerFigures: [
        '来源网站和读到哪里的数字（不含读者身份）',
        'Figures of referring sites and of how far posts are read (without readers)',
      ],
      liveTopics: ['实时连接记录', 'Records of live connections'],
      deletedComments: ['已删除评论的内容', 'Texts of deleted comments'],
      letterSends: ['邮件的收件记录', 'Recipients of letters'],
    },
    days: [(days: number) => `${days} 天`, (days: number) => `${days} days`],
    deleteHeading: ['注销账号', 'Delete account'],
    deleteLead: [
      (days: number) =>
        `所有设备会立即退出登录。${days} 天内重新登录即可恢复，之后你的个人信息会被永久删除。`,
      (days: number) =>
        `All devices are logged out immediately. Log in within ${days} days to restore your account. After that, your personal data is permanently deleted.`,
    ],
    delete: ['注销账号…', 'Delete account…'],
    dialogTitle: ['确定要注销账号吗？', 'Delete your account?'],
    dialogBody: [
      (days: number) =>
        `${days} 天内重新登录即可恢复账号。${days} 天后，邮箱、用户名、头像、关注、收藏和通知会被永久删除；文章和评论会保留，署名变为“已注销用户”。`,
      (days: number) =>
        `You can restore your account by logging in within ${days} days. After that, your e-mail, name, avatar, follows, folders and notifications are permanently deleted. Your posts and comments stay, under “Deleted user”.`,
    ],
    dialogPassword: ['输入密码确认', 'Enter your password to confirm'],
    confirmDelete: ['注销我的账号', 'Delete my account'],
    deleted: [
      '账号将于 {purge_at:date} 删除，在此之前登录即可恢复。',
      'Your account will be deleted on {purge_at:date}. Log in before then to restore it.',
    ],
  },
})

export type SettingsText = (typeof settingsTexts)['en']
export type TabName = keyof SettingsText['tabs']

export const noticeMailTexts = bilingual({
  heading: ['邮件通知', 'E-mail notifications'],
  lead: [
    '将未读通知发送到你的邮箱。已在站内读过的不会发送。',
    'Get unread notifications by e-mail. Notifications you have already read on the site are not sent.',
  ],
  printed: [
    '本站不发送邮件。邮件会显示在运行本站的终端里，站长也可以在 /admin/mail 看到。',
    'This site does not send e-mail. Mail appears in the terminal that runs the site, and the owner finds it at /admin/mail.',
  ],
  stored: [
    '本站无法发送邮件，你只能在站内收到通知。',
    'This site cannot send e-mail. You get notifications on the site only.',
  ],
  unverified: ['请先确认你的邮箱。', 'Please confirm your e-mail address first.'],
  toAccount: ['去确认', 'Confirm e-mail'],
  kinds: {
    comment: ['评论', 'Comments'],
    reply: ['回复', 'Replies'],
    mention: ['提到我', 'Mentions'],
    like: ['赞', 'Likes'],
    follow: ['关注', 'Follows'],
    system: ['系统通知', 'System'],
  },
  how: {
    off: ['不发送', 'Off'],
    at_once: ['立即发送', 'Immediately'],
    digest: ['汇总发送', 'In the digest'],
  },
  digest: ['汇总', 'Digest'],
  digestHint: [
    (zone: string) => `${zone} ${DIGEST_TIME} 发送，时区可以在“个人资料”中修改。`,
    (zone: string) =>
      `Sent at ${DIGEST_TIME}, ${zone}. You can change your time zone under Profile.`,
  ],
  rhythms: {
    daily: ['每天', 'Daily'],
    weekly: ['每周一', 'Weekly, on Mondays'],
  },
  save: ['保存', 'Save'],
  saved: ['邮件通知已更新。', 'E-mail notifications updated.'],
})
