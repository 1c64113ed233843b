import { bilingual } from '#kernel/i18n.ts'
import { componentTexts } from '#web/components/text.ts'

const ownTexts = bilingual({
  skip: ['跳到正文', 'Skip to content'],
  sideLabel: ['更多内容', 'More'],
  menu: ['菜单', 'Menu'],
  siteLinks: ['站点导航', 'Site'],
  searchLabel: ['搜索文章、用户和标签', 'Search posts, people and tags'],
  searchPlaceholder: ['搜索…', 'Search…'],
  unread: ['条未读', 'unread'],
  accountMenu: [(name: string) => `${name}的账号菜单`, (name: string) => `Account menu of ${name}`],
  logOut: ['退出登录', 'Log out'],
  loggedOut: ['已退出登录。', 'You have been logged out.'],
  energy: ['能量', 'Energy'],
  exp: ['经验', 'Exp'],
  expOf: [
    (exp: number, next: number) => `${exp} / ${next}`,
    (exp: number, next: number) => `${exp} / ${next}`,
  ],
  expLabel: [
    (level: number) => `Lv${level} 的升级进度`,
    (level: number) => `Progress from Lv${level}`,
  ],
  maxLevel: [(exp: number) => `${exp} · 已满级`, (exp: number) => `${exp} · max level`],
  install: ['安装应用', 'Install app'],
  checkedIn: [
    (exp: number, energy: number) => `今天已签到：经验 +${exp}，能量 +${energy}`,
    (exp: number, energy: number) => `Checked in today: +${exp} exp, +${energy} energy`,
  ],
  levelUp: [
    (level: number) => `恭喜，你升到 Lv${level} 了！`,
    (level: number) => `Congratulations, you reached Lv${level}!`,
  ],
  accountNotice: ['账号提示', 'About your account'],
  banned: [
    '你的账号已被封禁，只能阅读，不能发布或修改内容。',
    'Your account is banned. You can read, but you can’t publish or change anything.',
  ],
  silenced: [
    '你已被禁言，可以阅读、点赞和收藏，但不能发布内容。',
    'Your account is silenced. You can read and react, but you can’t publish.',
  ],
  banReason: [(reason: string) => `原因：${reason}`, (reason: string) => `Reason: ${reason}`],
  restrictionEnds: ['将于 {time} 自动解除。', 'This ends on {time}.'],
  unconfirmed: [
    (email: string) => `${email} 还没有确认。`,
    (email: string) => `${email} is not confirmed yet.`,
  ],
  confirmAddress: ['重新发送链接或更正邮箱', 'Send a new link or correct the address'],
  footerLabel: ['页脚', 'Footer'],
  theme: ['外观', 'Theme'],
  shortcuts: ['键盘快捷键', 'Keyboard shortcuts'],
  themeLight: ['浅色', 'Light'],
  themeDark: ['深色', 'Dark'],
  themeAuto: ['跟随系统', 'System'],
  language: ['语言', 'Language'],
  stillLoading: [
    '页面正在加载，加载完成后会执行你刚才的操作。',
    'The page is still loading. Your action will run when loading finishes.',
  ],
  notLoaded: [
    '页面部分内容加载失败，有些按钮暂时无法使用。请检查网络后',
    'Part of this page failed to load, so some buttons don’t work. Check your connection and',
  ],
  reload: ['重新加载', 'reload'],
  nav: {
    login: ['登录', 'Log in'],
    register: ['注册', 'Sign up'],
    search: ['搜索', 'Search'],
    write: ['写文章', 'Write'],
    messages: ['通知', 'Notifications'],
    space: ['我的空间', 'My space'],
    favorites: ['我的收藏', 'Favourites'],
    history: ['阅读记录', 'Reading history'],
    studio: ['创作中心', 'Studio'],
    settings: ['设置', 'Settings'],
    admin: ['管理后台', 'Admin'],
    posts: ['文章', 'Posts'],
    help: ['帮助', 'Help'],
    tags: ['标签', 'Tags'],
    moderation: ['管理日志', 'Moderation log'],
    feed: ['订阅源', 'Feed'],
    apiDocs: ['API 文档', 'API docs'],
  },
})

/** The texts of the shell and of the shared components, in one object for views that use both. */
export const shellTexts = {
  'zh-CN': { ...componentTexts['zh-CN'], ...ownTexts['zh-CN'] },
  en: { ...componentTexts.en, ...ownTexts.en },
}

export type ShellText = (typeof shellTexts)['en']
