import { bilingual } from '#kernel/i18n.ts'

export const messagesTexts = bilingual({
  'zh-CN': {
    title: '通知',
    description: '评论、提及、赞、关注和系统通知。',
    categoriesLabel: '通知分类',
    categories: { all: '全部', comment: '评论', mention: '提到我', like: '赞', follow: '关注', system: '系统' },
    readAll: '全部标为已读',
    readAllDone: '已将 {read} 条通知标为已读。',
    preferences: '通知设置',
    unread: '未读：',
    listLabel: '通知列表，最新的在前',
    toNewest: '回到最新通知',
    end: '没有更早的通知了',
    empty: {
      all: { title: '还没有通知', body: '收到评论、关注和赞，或等级提升时，会在这里通知你。' },
      comment: { title: '还没有评论', body: '发布文章或参与讨论后，收到的评论和回复会出现在这里。' },
      mention: { title: '还没有人提到你', body: '有人在评论里 @ 你时，会显示在这里。' },
      like: { title: '还没有收到赞', body: '文章收到的赞会按天合并成一条通知，出现在这里。' },
      follow: { title: '还没有新的关注者', body: '设置头像和签名，让更多人关注你。' },
      system: { title: '还没有系统通知', body: '等级提升、审核结果和账号变动会在这里通知你。' },
    },
    off: { title: '这类通知已关闭', body: '你关闭了这类通知。重新打开后，关闭期间的通知也会显示。' },
    turnOn: '打开通知',
    write: '写一篇文章',
    profile: '完善资料',
    help: '了解等级与能量',
    posts: '去看看文章',
  },
  en: {
    title: 'Notifications',
    description: 'Comments, mentions, likes, follows and system notifications.',
    categoriesLabel: 'Notification categories',
    categories: {
      all: 'All',
      comment: 'Comments',
      mention: 'Mentions',
      like: 'Likes',
      follow: 'Follows',
      system: 'System',
    },
    readAll: 'Mark all as read',
    readAllDone: 'Marked as read: {read}.',
    preferences: 'Notification settings',
    unread: 'Unread: ',
    listLabel: 'Notifications, newest first',
    toNewest: 'Back to newest',
    end: 'No older notifications',
    empty: {
      all: {
        title: 'No notifications yet',
        body: 'You will be notified here about comments, new followers, likes and new levels.',
      },
      comment: {
        title: 'No comments yet',
        body: 'Publish a post or join a discussion. Comments and replies appear here.',
      },
      mention: {
        title: 'No mentions yet',
        body: 'When someone mentions you with @ in a comment, it appears here.',
      },
      like: { title: 'No likes yet', body: 'Likes of a post are grouped into one notification per day.' },
      follow: {
        title: 'No new followers yet',
        body: 'Add an avatar and a signature to help people get to know you.',
      },
      system: {
        title: 'No system notifications yet',
        body: 'New levels, review results and account changes appear here.',
      },
    },
    off: {
      title: 'These notifications are off',
      body: 'You turned these notifications off. If you turn them on, earlier ones appear too.',
    },
    turnOn: 'Turn on',
    write: 'Write a post',
    profile: 'Complete your profile',
    help: 'About levels and energy',
    posts: 'Browse posts',
  },
})

export type MessagesText = (typeof messagesTexts)['en']
