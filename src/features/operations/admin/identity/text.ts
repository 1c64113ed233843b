import { LINKS_MAX } from '#features/core/identity/change.ts'
import { PINNED_MAX } from '#features/publishing/lists/pinned.ts'
import { bilingual } from '#kernel/i18n.ts'

export const adminIdentityTexts = bilingual({
  lead: [
    '设置站点的名称和内容。无需重新部署：成员立即可见，缓存的页面会在一分钟内更新。每次修改都会记入操作日志。',
    'The name and content of your site. No deployment needed: members see changes immediately, cached pages within a minute. Every change is recorded in the audit log.',
  ],
  cards: {
    name: ['名称与一句话介绍', 'Name and tagline'],
    logo: ['标志', 'Logo'],
    pinned: ['置顶文章', 'Pinned posts'],
    links: ['页脚链接', 'Footer links'],
  },
  basicsLead: [
    '显示在页面顶部、页面标题、邮件、订阅源和分享卡片中。留空则使用默认值。',
    'Shown in the header and title of every page, in mail, feeds and link previews. Empty fields use the defaults.',
  ],
  name: ['站点名称', 'Site name'],
  taglineZh: ['一句话介绍（中文）', 'Tagline (Chinese)'],
  taglineEn: ['一句话介绍（英文）', 'Tagline (English)'],
  taglineHint: [
    '只填一种语言时，所有读者都会看到它。',
    'If you fill in only one language, everyone sees that one.',
  ],
  pinnedLead: [
    `显示在首页顶部，最多 ${PINNED_MAX} 篇，最近置顶的排在最前。`,
    `Shown at the top of the home page, latest pin first. Up to ${PINNED_MAX} posts.`,
  ],
  post: ['文章网址或编号', 'Post URL or number'],
  postHint: [
    '粘贴文章的网址，或只填其中的编号。',
    'Paste the URL of the post, or enter its number.',
  ],
  pin: ['置顶', 'Pin'],
  pinnedNow: ['已置顶。', 'Pinned.'],
  unpin: [(title: string) => `取消置顶“${title}”`, (title: string) => `Unpin “${title}”`],
  unpinned: ['已取消置顶。', 'Unpinned.'],
  linksLead: [
    `显示在每个页面的底部，最多 ${LINKS_MAX} 个。`,
    `Shown at the bottom of every page. Up to ${LINKS_MAX} links.`,
  ],
  label: ['名称', 'Label'],
  url: ['网址', 'URL'],
  urlHint: [
    'https://…、mailto:… 或本站的路径，如 /help。',
    'https://…, mailto:… or a path on this site, such as /help.',
  ],
  add: ['添加', 'Add'],
  added: ['已添加。', 'Added.'],
})
