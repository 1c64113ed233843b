import { bilingual } from '#kernel/i18n.ts'

export const checklistTexts = bilingual({
  'zh-CN': {
    title: '让站点成为你的',
    lead: (done: number, all: number) => `已完成 ${done} / ${all} 步。全部完成后，这份清单会自己消失。`,
    done: '已完成',
    open: '未完成',
    steps: {
      name: { title: '起个名字', hint: '名称和一句话介绍，会出现在每个页面上。' },
      logo: { title: '上传标志', hint: '顶部、浏览器标签和分享卡片都会用到。' },
      rules: { title: '写下社区规则', hint: '让大家知道这里欢迎什么。' },
      post: { title: '发布第一篇文章', hint: '空的站点没有人想留下。' },
      mail: { title: '接通邮件', hint: '没有邮件，忘记密码的人回不来。' },
      backup: { title: '有一份备份', hint: '打开每日备份，第一份会在夜里产生。' },
    },
    dismiss: '不再显示',
    dismissed: '清单已收起。',
  },
  en: {
    title: 'Make the site your own',
    lead: (done: number, all: number) => `${done} of ${all} steps are done. When all are, this list goes by itself.`,
    done: 'done',
    open: 'to do',
    steps: {
      name: { title: 'Give it a name', hint: 'The name and a tagline, on every page.' },
      logo: { title: 'Upload a logo', hint: 'For the top of the page, the tab and shared links.' },
      rules: { title: 'Write the rules', hint: 'So that everybody knows what is welcome here.' },
      post: { title: 'Publish a first post', hint: 'Nobody wants to stay on an empty site.' },
      mail: { title: 'Connect mail', hint: 'Without it, who forgets their password does not come back.' },
      backup: { title: 'Have a backup', hint: 'Turn daily backups on; the first is made in the night.' },
    },
    dismiss: 'Do not show this again',
    dismissed: 'The list is put away.',
  },
})
