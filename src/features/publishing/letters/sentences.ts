import { SITE_NAME } from '#features/core/mail/mail-text.ts'
import { REQUEST_KEPT_FOR } from '#features/publishing/letters/subscribe.ts'
import { HOUR } from '#kernel/clock.ts'
import { bilingual } from '#kernel/i18n.ts'

/** The sentences of mails, which the domain writes. */
export const letterSentences = bilingual({
  kinds: {
    site: ['全站新文章', 'All new posts'],
    author: ['一位作者', 'An author'],
    tag: ['一个标签', 'A tag'],
    series: ['一个系列', 'A series'],
  },
  confirmMail: {
    subject: [`确认订阅 ${SITE_NAME}`, `Confirm your letters from ${SITE_NAME}`],
    line: [
      (name: string) => `有人（可能是你）希望用这个邮箱接收新文章：${name}`,
      (name: string) => `Someone, probably you, wants to get new posts at this address: ${name}`,
    ],
    label: ['确认订阅', 'Confirm'],
    note: [
      `如果不是你本人操作，请忽略这封邮件。${REQUEST_KEPT_FOR / HOUR} 小时后，我们会删除这个邮箱。`,
      `If this was not you, ignore this mail. We delete the address after ${REQUEST_KEPT_FOR / HOUR} hours.`,
    ],
  },
  mail: {
    read: ['阅读全文', 'Read the post'],
    rest: ['在网站上继续阅读', 'Read the rest on the site'],
    discuss: ['在网站上查看和评论', 'Read and comment on the site'],
    because: [
      (name: string) => `你收到这封邮件，是因为你在 ${name} 订阅了新文章。`,
      (name: string) => `You get this letter because you subscribed on ${name}.`,
    ],
    noTracking: ['本邮件不含跟踪图片和跟踪链接。', 'It has no tracking images and no tracking links.'],
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
        (count: number, title: string) => (count === 1 ? `本周：${title}` : `本周：${title}等 ${count} 篇新文章`),
        (count: number, title: string) =>
          count === 1 ? `This week: ${title}` : `This week: ${title} and ${count - 1} more`,
      ],
    },
  },
})
