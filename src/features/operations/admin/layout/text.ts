import { FOOTER_TEXT_MAX, NAVIGATION_MAX } from '#features/core/identity/layout.ts'
import { bilingual } from '#kernel/i18n.ts'

export const adminLayoutTexts = bilingual({
  lead: [
    '顶部导航、页脚文字和首页的内容。保存后成员立即可见，缓存的页面会在一分钟内更新。',
    'The links of the header, the text of the footer, and what the home page shows. Members see changes immediately, cached pages within a minute.',
  ],
  navigation: ['导航', 'Navigation'],
  navigationLead: [
    `显示在每个页面的顶部，最多 ${NAVIGATION_MAX} 个链接。在手机上收进菜单。清空一行即可移除。`,
    `Shown in the header of every page, at most ${NAVIGATION_MAX} links. On phones they are in the menu. To remove a link, clear its fields.`,
  ],
  link: [(number: number) => `链接 ${number}`, (number: number) => `Link ${number}`],
  labelZh: ['名称（中文）', 'Label (Chinese)'],
  labelEn: ['名称（英文）', 'Label (English)'],
  url: ['网址', 'URL'],
  urlHint: [
    '站内路径，如 /tags 或 /p/imprint，或以 https:// 开头的网址。',
    'A path on this site, such as /tags or /p/imprint, or a URL that starts with https://.',
  ],
  earlier: ['上移', 'Move up'],
  later: ['下移', 'Move down'],
  reset: ['恢复默认', 'Reset to default'],
  footer: ['页脚文字', 'Footer text'],
  footerLead: [
    `显示在每个页面的底部，例如备案号或版权声明，最多 ${FOOTER_TEXT_MAX} 个字符。`,
    `Shown at the bottom of every page, such as a copyright notice. At most ${FOOTER_TEXT_MAX} characters.`,
  ],
  footerZh: ['文字（中文）', 'Text (Chinese)'],
  footerEn: ['文字（英文）', 'Text (English)'],
  home: ['首页', 'Home page'],
  homeLead: [
    '选择首页显示的内容和顺序。“侧栏”内容在宽屏上显示在旁边，在手机上显示在下方。',
    'Choose what the home page shows, and in which order. Blocks of the side column are beside the others on wide screens, and below them on phones.',
  ],
  side: ['侧栏', 'Side column'],
  blocks: {
    pinned: ['置顶文章', 'Pinned posts'],
    lead: ['头条文章', 'Lead post'],
    new: ['最新文章', 'Newest posts'],
    text: ['自定义文字', 'Your own text'],
    series: ['系列', 'Series'],
    hot: ['本周热门', 'Hot this week'],
    authors: ['活跃作者', 'Active authors'],
    comments: ['最新评论', 'Recent comments'],
    tags: ['常用标签', 'Popular tags'],
  },
  write: ['编写文字：', 'Write the text:'],
})
