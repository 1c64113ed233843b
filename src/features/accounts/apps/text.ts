import { bilingual } from '#kernel/i18n.ts'

export const appTexts = bilingual({
  heading: [(name: string) => `登录 ${name}`, (name: string) => `Log in to ${name}`],
  lead: [
    (name: string) => `${name} 想使用你在本站的账号。`,
    (name: string) => `${name} wants to use your account on this site.`,
  ],
  account: ['当前账号', 'Your account'],
  receives: ['它将获得：', 'It will receive:'],
  scopes: {
    openid: ['你的用户编号', 'Your user number'],
    profile: ['你的用户名、头像和个人主页地址', 'Your username, avatar and profile address'],
    email: ['你的邮箱地址', 'Your e-mail address'],
    offline_access: ['在你离开后继续更新以上信息', 'Updates of this information while you are away'],
  },
  emailOf: [(email: string) => `你的邮箱地址（${email}）`, (email: string) => `Your e-mail address (${email})`],
  never: [
    '它不能查看你的密码，也不能以你的身份发布或修改内容。',
    'It cannot see your password, and it cannot publish or change anything as you.',
  ],
  returnsTo: [
    (host: string) => `同意后会回到 ${host}。你可以随时在“设置 › 访问令牌”中断开。`,
    (host: string) => `You will return to ${host}. You can disconnect it at any time under Settings › Tokens.`,
  ],
  allow: ['同意并继续', 'Allow and continue'],
  deny: ['拒绝', 'Cancel'],
  otherAccount: ['换一个账号', 'Use another account'],
  returning: [(name: string) => `正在返回 ${name}`, (name: string) => `Returning to ${name}`],
  returnNow: ['没有自动跳转？点击继续', 'Continue if nothing happens'],
  unknownHeading: ['无法登录这个应用', 'Cannot log in to this application'],
  unknownApp: [
    '本站没有这个应用，或者它已被移除。',
    'The application is not registered at this site, or it was removed.',
  ],
  unknownAddress: [
    (name: string) => `${name} 要返回的地址与在本站填写的回调地址不一致。`,
    (name: string) => `${name} asked to return to an address that is not registered at this site.`,
  ],
  unknownHint: ['请联系该应用的管理员。', 'Please contact the admins of the application.'],
  home: ['回到首页', 'Go to the home page'],
  listHeading: ['已连接的应用', 'Connected applications'],
  listLead: [
    '你用本站账号登录过的应用。修改密码后，它们需要重新登录。',
    'Applications that you log in to with this account. After you change your password, you need to log in to them again.',
  ],
  connected: ['连接于', 'Connected'],
  used: ['最近登录', 'Last login'],
  unused: ['尚未登录', 'Not used yet'],
  end: ['断开', 'Disconnect'],
  endOf: [(name: string) => `断开 ${name}`, (name: string) => `Disconnect ${name}`],
  endTitle: [(name: string) => `断开 ${name}？`, (name: string) => `Disconnect ${name}?`],
  endBody: [
    '它会立即失去对你账号信息的访问权限。已经保存在它那里的信息不会被删除。',
    'It loses access to your account immediately. Information that it has already stored is not deleted.',
  ],
  ended: ['已断开。', 'Disconnected.'],
})

export type AppText = (typeof appTexts)['en']
