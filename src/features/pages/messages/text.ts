import { bilingual } from '#kernel/i18n.ts'

export const messagesTexts = bilingual({
  'zh-CN': {
    title: '消息',
    description: '评论、提及、赞、关注和系统消息。',
    categoriesLabel: '消息分类',
    categories: { all: '全部', comment: '评论', mention: '提到我', like: '赞', follow: '关注', system: '系统' },
    readAll: '全部标为已读',
    readAllDone: '已将 {read} 条消息标为已读。',
    preferences: '通知设置',
    unread: '未读：',
    listLabel: '消息列表，最新的在前',
    toNewest: '回到最新消息',
    end: '没有更早的消息了',
    empty: {
      all: { title: '还没有消息', body: '有人评论或关注你、文章收到赞、等级提升时，都会在这里告诉你。' },
      comment: { title: '还没有评论', body: '发布文章、参与讨论之后，别人的评论和回复会出现在这里。' },
      mention: { title: '还没有人提到你', body: '别人在评论里写下 @ 和你的用户名时，你会在这里看到。' },
      like: { title: '还没有收到赞', body: '文章收到的赞会按天合并成一条消息，出现在这里。' },
      follow: { title: '还没有新的关注者', body: '一个好认的头像和一句签名，会让别人更愿意关注你。' },
      system: { title: '还没有系统消息', body: '等级提升、审核结果和账号变动会在这里通知你。' },
    },
    off: { title: '这类通知已关闭', body: '你关闭了这类通知，所以这里什么都没有。打开之后，之前的消息也会出现。' },
    turnOn: '打开通知',
    write: '写一篇文章',
    profile: '完善资料',
    help: '了解等级与能量',
    posts: '去看看文章',
  },
  en: {
    title: 'Messages',
    description: 'Comments, mentions, likes, follows and messages from the site.',
    categoriesLabel: 'Kinds of messages',
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
    listLabel: 'Messages, newest first',
    toNewest: 'Back to the newest',
    end: 'There are no older messages',
    empty: {
      all: {
        title: 'No messages yet',
        body: 'When somebody comments or follows you, when a post of yours is liked or you reach a new level, you will read it here.',
      },
      comment: { title: 'No comments yet', body: 'Publish or join a discussion: what others answer shows up here.' },
      mention: {
        title: 'Nobody has mentioned you yet',
        body: 'When somebody writes @ and your username in a comment, you will see it here.',
      },
      like: { title: 'No likes yet', body: 'The likes of a post are gathered into one message a day, and shown here.' },
      follow: {
        title: 'No new followers yet',
        body: 'A face and a line about yourself make it easier for others to follow you.',
      },
      system: {
        title: 'Nothing from the site yet',
        body: 'New levels, results of reviews and changes of your account are told here.',
      },
    },
    off: {
      title: 'These notifications are off',
      body: 'You have switched them off, so there is nothing to see here. Switch them on, and what came meanwhile appears too.',
    },
    turnOn: 'Switch them on',
    write: 'Write a post',
    profile: 'Complete your profile',
    help: 'About levels and energy',
    posts: 'Read some posts',
  },
})

export type MessagesText = (typeof messagesTexts)['en']
