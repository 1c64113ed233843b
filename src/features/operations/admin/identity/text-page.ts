import { bilingual } from '#kernel/i18n.ts'

export const sitePageTexts = bilingual({
  'zh-CN': {
    heading: '站点页面',
    lead: '用写文章的同一个编辑器写。写好的页面会出现在每个页面的底部；只写一种语言时，两种语言的读者都会看到它。',
    edit: (name: string, language: string) => `${language}：编辑“${name}”`,
    notWritten: '还没有写',
    languages: { 'zh-CN': '中文', en: '英文' },
    back: '我的站点',
    placeholder: '写下你想说的……清空并保存会移除这个页面。',
    save: '保存',
    saved: '已保存，读者已能看到。',
    removed: '页面已移除。',
    view: '查看页面',
    restored: '已恢复这个浏览器里还没有保存的内容。',
    uploading: '图片还在上传，请稍候。',
  },
  en: {
    heading: 'Pages of the site',
    lead: 'Written in the editor that posts are written in. Each page is linked at the bottom of every page; one that is written in one language only is shown to everybody.',
    edit: (name: string, language: string) => `${language}: edit “${name}”`,
    notWritten: 'not written yet',
    languages: { 'zh-CN': 'Chinese', en: 'English' },
    back: 'My site',
    placeholder: 'Write what you want to say… An empty page that is saved is removed.',
    save: 'Save',
    saved: 'Saved. Readers see it now.',
    removed: 'The page is removed.',
    view: 'See the page',
    restored: 'What was not saved yet in this browser is here again.',
    uploading: 'A picture is still on its way. Please wait a moment.',
  },
})

export type SitePageText = (typeof sitePageTexts)['en']
