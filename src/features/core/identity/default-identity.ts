import { bilingual } from '#kernel/i18n.ts'

/** The default name. */
export const PRODUCT_NAME = 'Joule'

export const identityTexts = bilingual({
  tagline: ['让好内容被能量点亮', 'Good writing, lit by energy'],
  description: [
    (name: string) => `${name} 是一个安静的写作与阅读社区：写下所想，为好文章充能，和认真的人一起成长。`,
    (name: string) =>
      `${name} is a calm community for writing and reading: publish what you think, energize posts that deserve it, and grow with people who care.`,
  ],
  ownDescription: [
    (name: string, tagline: string) => `${name}：${tagline}`,
    (name: string, tagline: string) => `${name}: ${tagline}`,
  ],
  home: [(name: string) => `${name} 首页`, (name: string) => `${name} home`],
  feed: [(name: string) => `${name}：最新文章`, (name: string) => `${name}: latest posts`],
  pages: {
    about: ['关于', 'About'],
    rules: ['社区规则', 'Rules'],
    privacy: ['隐私', 'Privacy'],
  },
  /** Of the installed app. */
  shortcuts: {
    write: ['写文章', 'Write'],
    inbox: ['通知', 'Notifications'],
    review: ['审核文章', 'Review posts'],
  },
  changed: ['最后更新', 'Last updated'],
})
