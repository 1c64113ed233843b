import { SITE_NAME } from '#features/core/mail/mail-text.ts'
import { LETTER_DELAY } from '#features/publishing/letters/plan.ts'
import { REQUEST_KEPT_FOR } from '#features/publishing/letters/subscribe.ts'
import { HOUR, MINUTE } from '#kernel/clock.ts'
import { bilingual } from '#kernel/i18n.ts'

export const letterTexts = bilingual({
  title: ['邮件订阅', 'Letters by e-mail'],
  description: ['不需要账号，用邮箱接收新文章。', 'Get new posts by e-mail, without an account.'],
  heading: [(name: string) => `订阅：${name}`, (name: string) => `Subscribe: ${name}`],
  lead: [
    '新文章发布后发到你的邮箱。邮件里没有跟踪图片和跟踪链接，每封都可以一键退订。',
    'New posts come to your inbox. No tracking images or links, and every letter has a one-click unsubscribe.',
  ],
  email: ['邮箱', 'E-mail'],
  cadence: ['频率', 'How often'],
  cadences: {
    each: ['每篇新文章', 'Each new post'],
    daily: ['每天一封摘要', 'A daily digest'],
    weekly: ['每周一封摘要', 'A weekly digest'],
    off: ['不再接收', 'Never'],
  },
  subscribe: ['订阅', 'Subscribe'],
  save: ['保存', 'Save'],
  off: ['本站没有开通邮件订阅。', 'This site does not send letters.'],
  askedHeading: ['请查收邮件', 'Check your inbox'],
  asked: [
    `我们向这个邮箱发了一封确认邮件。点击里面的链接并按下按钮后，订阅才会开始。链接 ${REQUEST_KEPT_FOR / HOUR} 小时内有效。`,
    `We sent a mail to this address. The letters start after you open its link and press the button. The link works for ${REQUEST_KEPT_FOR / HOUR} hours.`,
  ],
  confirm: {
    heading: ['确认订阅', 'Confirm your subscription'],
    submit: ['确认订阅', 'Confirm'],
    done: [
      '订阅成功，新文章会发到你的邮箱。',
      'You are subscribed. New posts will come to your inbox.',
    ],
    read: ['先读读已有的文章', 'Read the posts so far'],
  },
  old: {
    heading: ['链接已失效', 'This link no longer works'],
    lead: [
      '链接可能已过期，或订阅已经结束。你可以重新订阅。',
      'It may have expired, or the subscription has ended. You can subscribe again.',
    ],
  },
  stop: {
    heading: ['退订', 'Unsubscribe'],
    lead: ['不再接收这些邮件？', 'Stop these letters?'],
    submit: ['退订', 'Unsubscribe'],
    done: [
      '已退订，不会再收到这些邮件。',
      'You are unsubscribed and will not get these letters any more.',
    ],
    resume: ['撤销退订', 'Undo'],
    resumed: ['已恢复订阅。', 'You are subscribed again.'],
  },
  manage: {
    heading: ['管理邮件订阅', 'Your letters'],
    lead: [
      (address: string) => `发送到 ${address} 的邮件`,
      (address: string) => `Letters to ${address}`,
    ],
    all: ['全部退订', 'Unsubscribe from everything'],
    open: ['管理订阅', 'Manage letters'],
    none: ['已全部退订。', 'You are unsubscribed from everything.'],
  },
  mine: {
    lead: [(address: string) => `发送到 ${address}`, (address: string) => `To ${address}`],
    saved: ['已保存。', 'Saved.'],
    unverified: ['请先确认你的邮箱，再订阅。', 'Confirm your e-mail address first.'],
    confirmAddress: ['确认邮箱', 'Confirm address'],
  },
  archive: {
    title: [(name: string) => `${name} 的邮件`, (name: string) => `Letters by ${name}`],
    none: ['还没有邮件', 'No letters yet'],
    noneHint: [
      '新文章会作为邮件发给订阅者，并列在这里。',
      'New posts go out as letters and appear here.',
    ],
  },
  author: {
    title: ['邮件订阅', 'Letters'],
    lead: [
      `订阅者会通过邮件收到你的新文章：发布 ${LETTER_DELAY / MINUTE} 分钟后发出，每天最多一封。`,
      `Subscribers get your new posts by e-mail, ${LETTER_DELAY / MINUTE} minutes after publication and at most one letter a day.`,
    ],
    subscribers: ['订阅者', 'Subscribers'],
    letters: ['邮件', 'Letters'],
    settings: ['邮件设置', 'Letter settings'],
    content: ['邮件内容', 'What a letter contains'],
    contents: {
      summary: ['标题、摘要和链接', 'Title, summary and link'],
      whole: ['全文', 'The whole text'],
      off: ['不发送邮件', 'No letters'],
    },
    saved: ['已保存。', 'Saved.'],
    blocked: ['站长关闭了你的邮件发送。', 'An owner of this site switched off your letters.'],
    level: [
      (level: number) => `达到 Lv${level} 后，新文章才会作为邮件发出。`,
      (level: number) => `Your posts go out as letters from Lv${level} on.`,
    ],
    try: ['试一试', 'Try it'],
    test: ['给自己发一封', 'Send me a test'],
    testOf: [
      (title: string) => `给自己发一封：${title}`,
      (title: string) => `Send me a test of “${title}”`,
    ],
    tested: ['测试邮件即将发出。', 'The test letter is on its way.'],
    preview: ['预览', 'Preview'],
    previewOf: [(title: string) => `预览：${title}`, (title: string) => `Preview “${title}”`],
    noPosts: ['还没有发布文章。', 'You have no published posts yet.'],
    archive: ['公开存档', 'Public archive'],
    history: ['已发送的邮件', 'Your letters'],
  },
  states: {
    waiting: ['等待发送', 'Waiting'],
    sending: ['发送中', 'Sending'],
    sent: ['已发出', 'Sent'],
    dropped: ['已取消', 'Cancelled'],
  },
  figures: [
    (sent: number, failed: number) => `已发送 ${sent}，失败 ${failed}`,
    (sent: number, failed: number) => `${sent} sent, ${failed} failed`,
  ],
  kinds: {
    site: ['全站新文章', 'All new posts'],
    author: ['一位作者', 'An author'],
    tag: ['一个标签', 'A tag'],
    series: ['一个系列', 'A series'],
  },
  confirmMail: {
    subject: [`确认订阅 ${SITE_NAME}`, `Confirm your letters from ${SITE_NAME}`],
    line: [
      (topic: string) => `有人（可能是你）希望用这个邮箱接收${topic}的新文章。`,
      (topic: string) =>
        `Someone, probably you, wants to get new posts of ${topic} at this address.`,
    ],
    topics: {
      site: ['本站', 'this site'],
      author: ['本站一位作者', 'an author of this site'],
      tag: ['本站一个标签', 'a tag of this site'],
      series: ['本站一个系列', 'a series of this site'],
    },
    label: ['确认订阅', 'Confirm'],
    note: [
      `如果不是你本人操作，请忽略这封邮件。${REQUEST_KEPT_FOR / HOUR} 小时后，我们会删除这个邮箱。`,
      `If this was not you, ignore this mail. We delete the address after ${REQUEST_KEPT_FOR / HOUR} hours.`,
    ],
  },
  mail: {
    read: ['阅读全文', 'Read the post'],
    like: ['♥ 喜欢', '♥ Like'],
    comment: ['写评论', 'Comment'],
    minutes: [
      (minutes: number) => `约 ${minutes} 分钟`,
      (minutes: number) => `${minutes} min read`,
    ],
    rest: ['在网站上继续阅读', 'Read the rest on the site'],
    discuss: ['在网站上查看和评论', 'Read and comment on the site'],
    because: [
      (name: string) =>
        `你收到这封邮件，是因为你在 ${name} 订阅了新文章。本邮件不含跟踪图片和跟踪链接。`,
      (name: string) =>
        `You get this letter because you subscribed on ${name}. It has no tracking images and no tracking links.`,
    ],
    stop: ['退订', 'Unsubscribe'],
    manage: ['管理订阅', 'Manage letters'],
    more: [(count: number) => `，另有 ${count} 篇`, (count: number) => ` and ${count} more`],
    test: [(title: string) => `[测试] ${title}`, (title: string) => `[Test] ${title}`],
    digest: {
      daily: [
        (count: number, title: string) => (count === 1 ? title : `${title}等 ${count} 篇新文章`),
        (count: number, title: string) => (count === 1 ? title : `${title} and ${count - 1} more`),
      ],
      weekly: [
        (count: number, title: string) =>
          count === 1 ? `本周：${title}` : `本周：${title}等 ${count} 篇新文章`,
        (count: number, title: string) =>
          count === 1 ? `This week: ${title}` : `This week: ${title} and ${count - 1} more`,
      ],
    },
  },
})
