import { OWN_PAGES_MAX } from '#features/operations/admin/own-pages/change.ts'
import { bilingual } from '#kernel/i18n.ts'

export const ownPageTexts = bilingual({
  lead: [
    '关于、规则、隐私，以及你自己的页面，例如版权信息或联系方式。所有页面都用文章编辑器编写。',
    'About, rules, privacy and pages of your own, such as an imprint or contact details. All are written in the post editor.',
  ],
  fixed: ['固定页面', 'Fixed pages'],
  fixedLead: [
    '写好后，每个页面的底部都会显示链接。只写一种语言时，所有读者都会看到它。',
    'Linked in the footer of every page once written. If you write only one language, everyone sees that one.',
  ],
  own: ['自建页面', 'Your own pages'],
  ownLead: [
    `最多 ${OWN_PAGES_MAX} 个。页面写好内容后才会公开，只写一种语言时，所有读者都会看到它。`,
    `Up to ${OWN_PAGES_MAX}. A page is public as soon as it has a text. If you write only one language, everyone sees that one.`,
  ],
  none: ['还没有自建页面。', 'You have no pages of your own yet.'],
  add: ['添加页面', 'Add page'],
  addTitle: ['新页面', 'New page'],
  slug: ['地址', 'Address'],
  slugHint: [
    '小写字母、数字和连字符，例如 imprint。页面地址为 /p/imprint，之后不能修改。',
    'Lower-case letters, digits and hyphens, such as imprint. The page is at /p/imprint. You cannot change the address later.',
  ],
  titleZh: ['标题（中文）', 'Title (Chinese)'],
  titleEn: ['标题（英文）', 'Title (English)'],
  place: ['显示链接的位置', 'Link in'],
  places: {
    header: ['导航栏', 'Header'],
    footer: ['页脚', 'Footer'],
    none: ['不显示', 'Nowhere'],
  },
  details: [(title: string) => `“${title}”的设置`, (title: string) => `Settings of “${title}”`],
  settings: ['设置', 'Settings'],
  remove: ['删除页面', 'Delete page'],
  removeTitle: ['删除这个页面？', 'Delete this page?'],
  removeBody: [
    '页面及其两种语言的内容都会被删除，无法恢复。',
    'The page and its texts in both languages are deleted. This cannot be undone.',
  ],
  pageRemoved: ['页面已删除。', 'Page deleted.'],
  edit: [
    (name: string, language: string) => `${language}：编辑“${name}”`,
    (name: string, language: string) => `${language}: edit “${name}”`,
  ],
  notWritten: ['尚未编写', 'Not written yet'],
  languages: {
    'zh-CN': ['中文', 'Chinese'],
    en: ['英文', 'English'],
  },
  homeText: ['首页文字', 'Text of the home page'],
  back: ['站点页面', 'Pages'],
  placeholder: [
    '在这里编写页面内容……清空后保存会移除这个页面。',
    'Write your page… Saving an empty page removes it.',
  ],
  saved: ['已保存，对读者可见。', 'Saved. Readers can see it now.'],
  removed: ['页面已移除。', 'Page removed.'],
  view: ['查看页面', 'View page'],
  restored: ['已恢复此浏览器中未保存的内容。', 'Unsaved changes from this browser were restored.'],
  uploading: ['图片还在上传，请稍候。', 'An image is still uploading. Please wait.'],
})
