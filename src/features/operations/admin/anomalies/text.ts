import { bilingual } from '#kernel/i18n.ts'

export const anomaliesTexts = bilingual({
  lead: [
    (days: number, min: number, hours: number) =>
      `最近 ${days} 天注册、从同一地址登录，并给同一作者点赞或充能的账号，每组至少 ${min} 个。每 ${hours} 小时更新一次。`,
    (days: number, min: number, hours: number) =>
      `Accounts created in the last ${days} days that logged in from one address and like or energize the same author, in groups of at least ${min}. Updated every ${hours} hours.`,
  ],
  note: [
    '这里只列出线索，不会自动处理任何账号。学校、公司和移动网络的许多人会共用一个地址，请核实后再决定。',
    'This is only a report: nothing happens to these accounts by itself. Many people at a school, in a company or on a mobile network share one address, so check before you act.',
  ],
  group: [
    (count: number, author: string) => `${count} 个新账号集中支持 ${author}`,
    (count: number, author: string) => `${count} new accounts support ${author}`,
  ],
  author: ['作者', 'Author'],
  address: ['地址', 'Address'],
  likes: [(count: number) => `${count} 个赞`, (count: number) => `${count} ${count === 1 ? 'like' : 'likes'}`],
  energy: [(amount: number) => `${amount} 点能量`, (amount: number) => `${amount} energy`],
  since: ['始于', 'Since'],
  accounts: ['账号', 'Accounts'],
  account: ['账号', 'Account'],
  joined: ['注册于', 'Joined'],
  liked: ['点赞', 'Likes'],
  energized: ['充能', 'Energy'],
  posts: ['相关文章', 'Posts'],
  none: ['没有发现异常互动', 'No anomalies found'],
  noneHint: ['发现后会显示在这里。', 'Groups will appear here.'],
})
