import { bilingual } from '#kernel/i18n.ts'

/** The list of users and the page of one user. */
export const adminPeopleTexts = bilingual({
  list: {
    searchLabel: ['用户名或邮箱的开头，或 UID', 'Start of username or e-mail, or UID'],
    none: ['没有找到成员', 'No people found'],
    noneHint: [
      '用户名和邮箱按开头匹配，UID 需填写完整。',
      'Usernames and e-mail addresses match by prefix. A UID must be complete.',
    ],
    invitedBy: ['邀请人用户名或 UID', 'Invited by (username or UID)'],
    joined: ['加入于', 'Joined'],
  },
  person: {
    facts: ['账号', 'Account'],
    email: ['邮箱', 'E-mail'],
    signature: ['签名', 'Signature'],
    level: ['等级', 'Level'],
    exp: [(exp: number) => `${exp} 经验`, (exp: number) => `${exp} exp`],
    energy: ['能量', 'Energy'],
    followers: ['关注者', 'Followers'],
    following: ['关注', 'Following'],
    written: ['文章', 'Posts'],
    sessions: ['登录中的设备', 'Logged-in devices'],
    invitedBy: ['邀请人', 'Invited by'],
    joined: ['加入于', 'Joined'],
    purge: ['已申请注销，数据将于', 'Deletion requested. The account will be erased on'],
    purgeAt: ['清除', ''],
    banReason: ['封禁理由', 'Ban reason'],
    none: ['无', 'none'],
    space: ['个人空间', 'View space'],
    ban: ['封禁', 'Ban'],
    unban: ['解除封禁', 'Unban'],
    until: ['解除时间', 'Ends'],
    noEnd: ['需管理员手动解除', 'until an admin lifts it'],
    silence: ['禁言', 'Silence'],
    unsilence: ['解除禁言', 'Lift silence'],
    silenceReason: ['已禁言，理由', 'Silenced. Reason'],
    dialogs: {
      silence: {
        title: ['禁言 {target}', 'Silence {target}'],
        lead: [
          '对方可以阅读、点赞、收藏和关注，但不能发布文章和评论，也不能修改已公开的内容和个人资料。',
          'They can read, like, save and follow, but they cannot publish posts or comments, or change public content or their profile.',
        ],
        button: ['禁言', 'Silence account'],
        toast: ['已禁言，对方会收到通知。', 'Silenced. The person is notified.'],
      },
      unsilence: {
        title: ['解除对 {target} 的禁言', 'Lift the silence of {target}'],
        lead: ['对方可以立即正常发布内容。', 'They can publish again immediately.'],
        button: ['解除禁言', 'Lift silence'],
        toast: ['已解除禁言。', 'Silence lifted.'],
      },
      unban: {
        title: ['解除对 {target} 的封禁', 'Unban {target}'],
        lead: [
          '对方需要重新登录，之后可以正常使用。',
          'They must log in again. After that, they can use the site normally.',
        ],
        button: ['解除封禁', 'Unban account'],
        toast: ['已解除封禁。', 'Unbanned.'],
      },
    },
    hideStarted: [
      '已封禁。内容较多时会在后台继续隐藏。',
      'Banned. Large amounts of content are hidden in the background.',
    ],
    restore: ['撤销隐藏并恢复内容', 'Undo and restore content'],
    restoreTitle: [
      (name: string) => `恢复 ${name} 的内容？`,
      (name: string) => `Restore the content of ${name}?`,
    ],
    restoreBody: [
      '恢复这次隐藏的文章和评论，并解除随之设置的封禁。因其他原因锁定或删除的内容不受影响。',
      'The posts and comments that this action hid become visible again, and its ban is lifted. Content that was locked or deleted for other reasons does not change.',
    ],
    restoreStarted: ['正在恢复内容。', 'Restoring content.'],
    hiding: {
      hiding: [
        (posts: number, comments: number) =>
          `正在隐藏内容：已隐藏 ${posts} 篇文章、${comments} 条评论，其余会在几分钟内完成。`,
        (posts: number, comments: number) =>
          `Hiding content: ${postsAndComments(posts, comments)} so far. The rest takes a few minutes.`,
      ],
      hidden: [
        (posts: number, comments: number) => `已隐藏 ${posts} 篇文章和 ${comments} 条评论。`,
        (posts: number, comments: number) => `${postsAndComments(posts, comments)} are hidden.`,
      ],
      restoring: [
        (posts: number, comments: number) =>
          `正在恢复内容：还剩 ${posts} 篇文章、${comments} 条评论。`,
        (posts: number, comments: number) =>
          `Restoring content: ${postsAndComments(posts, comments)} are not restored yet.`,
      ],
    },
    banned: ['已封禁，对方的所有设备已下线。', 'Banned and logged out on all devices.'],
    protectedNote: ['你不能更改这个账号的状态。', 'You cannot change the status of this account.'],
    role: ['身份', 'Role'],
    roleHint: [
      '只有站长可以更改身份，立即生效并通知对方。站点至少要有一位站长。',
      'Only owners can change roles. The change takes effect immediately, and the person is notified. A site needs at least one owner.',
    ],
    roleTitle: [
      (name: string) => `更改 ${name} 的身份？`,
      (name: string) => `Change the role of ${name}?`,
    ],
    roleBody: [
      '管理员可以审核文章、管理成员和评论；站长还可以调整能量、修改站点设置和身份。',
      'Admins can review posts and manage people and comments. Owners can also adjust energy and change site settings and roles.',
    ],
    roleButton: ['更改身份', 'Change role'],
    linkTitle: [
      (name: string) => `为 ${name} 生成重设密码的链接？`,
      (name: string) => `Create a password reset link for ${name}?`,
    ],
    linkBody: [
      '任何拿到链接的人都可以重设密码并登录这个账号，请先核实对方身份。此操作会记入操作日志。',
      'Anyone with this link can set a new password and log in to this account. Verify the person’s identity first. This action is recorded in the audit log.',
    ],
    linkButton: ['生成重设密码链接', 'Create password reset link'],
    linkHint: [
      (minutes: number) =>
        `适用于收不到邮件的成员。链接只能使用一次，${minutes} 分钟内有效，且只显示这一次。`,
      (minutes: number) =>
        `For people who cannot receive mail. The link works once, expires after ${minutes} minutes and is shown only once.`,
    ],
    factorTitle: [
      (name: string) => `移除 ${name} 的两步验证和通行密钥？`,
      (name: string) => `Remove the second factor of ${name}?`,
    ],
    factorBody: [
      '之后只凭密码就能登录这个账号，请先核实对方身份。此操作会记入操作日志，并通知对方。',
      'Two-step verification and all passkeys are removed, and the password alone logs in to this account. Verify the person’s identity first. This action is recorded in the audit log, and the person is notified.',
    ],
    factorButton: ['移除两步验证', 'Remove second factor'],
    factorHint: [
      '适用于丢失手机和恢复码的成员。',
      'For people who lost their phone and their recovery codes.',
    ],
    factorRemoved: ['已移除两步验证和通行密钥。', 'Second factor removed.'],
    roleChanged: ['身份已更改。', 'Role changed.'],
    lists: {
      posts: { title: ['最近的文章', 'Latest posts'], none: ['还没有文章。', 'No posts yet.'] },
      comments: {
        title: ['最近的评论', 'Latest comments'],
        none: ['还没有评论。', 'No comments yet.'],
      },
      ledger: {
        title: ['最近的能量变化', 'Latest energy changes'],
        none: ['还没有能量变化。', 'No energy changes yet.'],
      },
      invited: {
        title: ['邀请的成员', 'Invited people'],
        none: ['还没有邀请成员。', 'No invited people yet.'],
      },
      history: {
        title: ['管理记录', 'Moderation history'],
        none: ['没有管理记录。', 'No moderation history.'],
      },
    },
    more: ['查看全部', 'View all'],
  },
})

function postsAndComments(posts: number, comments: number): string {
  return `${posts} ${posts === 1 ? 'post' : 'posts'} and ${comments} ${comments === 1 ? 'comment' : 'comments'}`
}

export type AdminPeopleText = (typeof adminPeopleTexts)['en']

export const profileReviewsTexts = bilingual({
  lead: [
    '审核开启时，成员修改用户名、签名和头像需要通过审核，先提交的先处理。',
    'While review is on, new usernames, signatures and avatars need approval. Oldest first.',
  ],
  username: ['用户名', 'Username'],
  signature: ['签名', 'Signature'],
  avatar: ['头像', 'Avatar'],
  empty: ['（空）', '(empty)'],
  cost: [
    (cost: number) => `已付 ${cost} 点能量，退回时返还`,
    (cost: number) => `${cost} energy paid, refunded if rejected`,
  ],
  free: ['首次设置，免费', 'First username, free'],
  approve: ['通过', 'Approve'],
  reject: ['退回', 'Reject'],
  approved: ['已通过，新资料已生效。', 'Approved. The new profile is live.'],
  dialog: {
    title: ['退回 {target} 的资料修改', 'Reject the profile change by {target}'],
    lead: [
      '对方会收到通知。改名花费的能量会返还。',
      'They are notified, and the cost of the rename is refunded.',
    ],
    button: ['退回修改', 'Reject change'],
    toast: ['已退回，能量已返还。', 'Rejected. The energy was refunded.'],
  },
  none: ['没有待审核的资料', 'No profiles to review'],
  noneHint: [
    '成员提交的新用户名、签名和头像会出现在这里。',
    'New usernames, signatures and avatars appear here.',
  ],
})

export type ProfileReviewsText = (typeof profileReviewsTexts)['en']
