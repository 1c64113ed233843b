import { bilingual } from '#kernel/i18n.ts'

export const adminIdentityTexts = bilingual({
  lead: [
    '设置站点的名称和外观。无需重新部署：成员立即可见，缓存的页面会在一分钟内更新。每次修改都会记入操作日志。',
    'The name and look of your site. No deployment needed: members see changes immediately, cached pages within a minute. Every change is recorded in the audit log.',
  ],
  /** The cards of the page, by their anchor. */
  cards: {
    name: ['名称与一句话介绍', 'Name and tagline'],
    accent: ['主题色', 'Accent colour'],
    logo: ['标志', 'Logo'],
    pages: ['站点页面', 'Site pages'],
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
  taglineHint: ['只填一种语言时，所有读者都会看到它。', 'If you fill in only one language, everyone sees that one.'],
  save: ['保存', 'Save'],
  saved: ['已保存。', 'Saved.'],
  accentLead: [
    (contrast: number) =>
      `可以选择任意颜色。系统会保留色相，并在浅色和深色主题下调整明暗，确保文字清晰可读（对比度不低于 ${contrast}）。`,
    (contrast: number) =>
      `Choose any colour. The hue is kept, and the lightness is adjusted in each theme so that text stays readable (contrast of at least ${contrast}).`,
  ],
  colour: ['颜色', 'Colour'],
  reset: ['恢复默认颜色', 'Reset to default colour'],
  light: ['浅色', 'Light'],
  dark: ['深色', 'Dark'],
  sampleLink: ['链接', 'Link'],
  sampleButton: ['按钮', 'Button'],
  logoLead: [
    (side: number) =>
      `显示在页面顶部、浏览器标签、手机主屏幕、订阅源和分享卡片中。图片会居中裁成正方形，建议边长不小于 ${side} 像素。`,
    (side: number) =>
      `Shown in the header, the browser tab, home screens, feeds and link previews. The image is cropped to a square; ${side} pixels or more work best.`,
  ],
  choose: ['选择图片', 'Choose image'],
  removeLogo: ['恢复默认标志', 'Reset to default logo'],
  unreadable: ['无法读取这个图片文件。', 'This image file cannot be read.'],
  pinnedLead: [
    (max: number) => `显示在首页顶部，最多 ${max} 篇，最近置顶的排在最前。`,
    (max: number) => `Shown at the top of the home page, latest pin first. Up to ${max} posts.`,
  ],
  post: ['文章网址或编号', 'Post URL or number'],
  postHint: ['粘贴文章的网址，或只填其中的编号。', 'Paste the URL of the post, or enter its number.'],
  pin: ['置顶', 'Pin'],
  pinnedNow: ['已置顶。', 'Pinned.'],
  unpin: [(title: string) => `取消置顶“${title}”`, (title: string) => `Unpin “${title}”`],
  unpinned: ['已取消置顶。', 'Unpinned.'],
  linksLead: [
    (max: number) => `显示在每个页面的底部，最多 ${max} 个。`,
    (max: number) => `Shown at the bottom of every page. Up to ${max} links.`,
  ],
  label: ['名称', 'Label'],
  url: ['网址', 'URL'],
  urlHint: [
    'https://…、mailto:… 或本站的路径，如 /help。',
    'https://…, mailto:… or a path on this site, such as /help.',
  ],
  add: ['添加', 'Add'],
  added: ['已添加。', 'Added.'],
  remove: [(label: string) => `移除“${label}”`, (label: string) => `Remove “${label}”`],
  removed: ['已移除。', 'Removed.'],
})

export type AdminIdentityText = (typeof adminIdentityTexts)['en']

export const sitePageTexts = bilingual({
  lead: [
    '使用文章编辑器编写，完成后会在每个页面的底部显示链接。只写一种语言时，所有读者都会看到它。',
    'Written in the post editor and linked in the footer of every page. If you write only one language, everyone sees that one.',
  ],
  edit: [
    (name: string, language: string) => `${language}：编辑“${name}”`,
    (name: string, language: string) => `${language}: edit “${name}”`,
  ],
  notWritten: ['尚未编写', 'Not written yet'],
  languages: {
    'zh-CN': ['中文', 'Chinese'],
    en: ['英文', 'English'],
  },
  back: ['我的站点', 'My site'],
  placeholder: ['在这里编写页面内容……清空后保存会移除这个页面。', 'Write your page… Saving an empty page removes it.'],
  save: ['保存', 'Save'],
  saved: ['已保存，对读者可见。', 'Saved. Readers can see it now.'],
  removed: ['页面已移除。', 'Page removed.'],
  view: ['查看页面', 'View page'],
  restored: ['已恢复此浏览器中未保存的内容。', 'Unsaved changes from this browser were restored.'],
  uploading: ['图片还在上传，请稍候。', 'An image is still uploading. Please wait.'],
})
