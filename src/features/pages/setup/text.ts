import { bilingual } from '#kernel/i18n.ts'

/** Texts of the set-up card and the set-up list. */
export const setupTexts = bilingual({
  ready: ['你的站点已经就绪', 'Your site is ready'],
  title: ['完成站点设置', 'Set up your site'],
  done: ['完成：这是你的站点', 'Done: this is your site'],
  doneLead: [
    '设置已经完成，之后随时可以在管理后台修改。',
    'Everything is set up. You can change it in Admin at any time.',
  ],
  progress: [
    (finished: number, all: number) => `已完成 ${finished} / ${all} 步`,
    (finished: number, all: number) => `${finished} of ${all} steps done`,
  ],
  next: [(step: string) => `下一步：${step}`, (step: string) => `Next: ${step}`],
  continue: ['继续设置', 'Continue'],
  view: ['查看清单', 'Show the list'],
  close: ['关闭清单', 'Close the list'],
  closed: ['清单已关闭。所有设置都在管理后台。', 'The list is closed. You find all settings in Admin.'],
  states: {
    done: ['已完成', 'done'],
    settled: ['保持现状', 'kept as it is'],
    open: ['未完成', 'to do'],
  },
  steps: {
    username: ['设置你的用户名', 'Choose your username'],
    name: ['给站点起名', 'Name your site'],
    post: ['发布第一篇文章', 'Publish the first post'],
    registration: ['决定谁可以注册', 'Decide who may register'],
    mail: ['配置邮件', 'Set up mail'],
    backup: ['每日备份', 'Daily backups'],
    domain: ['站点地址', 'The address of your site'],
    invite: ['邀请大家', 'Invite people'],
  },
})

export type SetupText = (typeof setupTexts)['en']
