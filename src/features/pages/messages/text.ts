import { bilingual } from '#kernel/i18n.ts'

export const messagesTexts = bilingual({
  title: ['通知', 'Notifications'],
  description: ['评论、提及、赞、关注和系统通知。', 'Comments, mentions, likes, follows and system notifications.'],
  categoriesLabel: ['通知分类', 'Notification categories'],
  categories: {
    all: ['全部', 'All'],
    comment: ['评论', 'Comments'],
    mention: ['提到我', 'Mentions'],
    like: ['赞', 'Likes'],
    follow: ['关注', 'Follows'],
    system: ['系统', 'System'],
  },
  readAll: ['全部标为已读', 'Mark all as read'],
  readAllDone: ['已将 {read} 条通知标为已读。', 'Marked as read: {read}.'],
  preferences: ['通知设置', 'Notification settings'],
  unread: ['未读：', 'Unread: '],
  listLabel: ['通知列表，最新的在前', 'Notifications, newest first'],
  toNewest: ['回到最新通知', 'Back to newest'],
  end: ['没有更早的通知了', 'No older notifications'],
  empty: {
    all: {
      title: ['还没有通知', 'No notifications yet'],
      body: [
        '收到评论、关注和赞，或等级提升时，会在这里通知你。',
        'You will be notified here about comments, new followers, likes and new levels.',
      ],
    },
    comment: {
      title: ['还没有评论', 'No comments yet'],
      body: [
        '发布文章或参与讨论后，收到的评论和回复会出现在这里。',
        'Publish a post or join a discussion. Comments and replies appear here.',
      ],
    },
    mention: {
      title: ['还没有人提到你', 'No mentions yet'],
      body: ['有人在评论里 @ 你时，会显示在这里。', 'When someone mentions you with @ in a comment, it appears here.'],
    },
    like: {
      title: ['还没有收到赞', 'No likes yet'],
      body: [
        '文章收到的赞会按天合并成一条通知，出现在这里。',
        'Likes of a post are grouped into one notification per day.',
      ],
    },
    follow: {
      title: ['还没有新的关注者', 'No new followers yet'],
      body: ['设置头像和签名，让更多人关注你。', 'Add an avatar and a signature to help people get to know you.'],
    },
    system: {
      title: ['还没有系统通知', 'No system notifications yet'],
      body: [
        '等级提升、审核结果和账号变动会在这里通知你。',
        'New levels, review results and account changes appear here.',
      ],
    },
  },
  off: {
    title: ['这类通知已关闭', 'These notifications are off'],
    body: [
      '你关闭了这类通知。重新打开后，关闭期间的通知也会显示。',
      'You turned these notifications off. If you turn them on, earlier ones appear too.',
    ],
  },
  turnOn: ['打开通知', 'Turn on'],
  write: ['写一篇文章', 'Write a post'],
  profile: ['完善资料', 'Complete your profile'],
  help: ['了解等级与能量', 'About levels and energy'],
  posts: ['去看看文章', 'Browse posts'],
})

export type MessagesText = (typeof messagesTexts)['en']
