import type { ProviderProblemCode } from '#features/accounts/providers/identities.ts'
import { PENDING_LIFETIME } from '#features/accounts/providers/pending.ts'
import { MINUTE } from '#kernel/clock.ts'
import { bilingual } from '#kernel/i18n.ts'

const MINUTES = PENDING_LIFETIME / MINUTE

export const providerTexts = bilingual({
  or: ['或', 'or'],
  login: [(name: string) => `用 ${name} 登录`, (name: string) => `Log in with ${name}`],
  register: [(name: string) => `用 ${name} 注册`, (name: string) => `Sign up with ${name}`],
  openInvitation: [
    (names: string[]) => `要用 ${names.join('、')} 注册，请打开邀请链接。`,
    (names: string[]) =>
      `To sign up with ${new Intl.ListFormat('en', { type: 'disjunction' }).format(names)}, open your invitation link.`,
  ],
  problems: {
    expired: [
      `登录没有完成：请求已过期，或是在另一个浏览器中发起的。请在 ${MINUTES} 分钟内在同一个浏览器中完成。`,
      `The login was not completed. It has expired, or it was started in another browser. Please finish it in the same browser within ${MINUTES} minutes.`,
    ],
    denied: ['你取消了授权。', 'You cancelled the login.'],
    provider_failed: [
      '登录服务没有给出有效的回应。请重试，或换一种方式登录。如果问题一直存在，请联系站长。',
      'The provider did not give a valid response. Try again, or log in another way. If this keeps happening, contact the owner of this site.',
    ],
    email_taken: [
      '你的邮箱在本站已有账号。请先用原来的方式登录，然后在“设置 › 安全”中绑定。忘记密码可以重设。',
      'Your e-mail address already has an account here. Log in as usual, then connect the provider in Settings › Security. If you forgot your password, you can reset it.',
    ],
    sign_up_disabled: [
      '没有账号绑定了这个身份，并且不能用它注册。请先注册，或登录后在“设置 › 安全”中绑定。',
      'No account is connected to this login, and it cannot create one. Sign up first, or log in and connect it in Settings › Security.',
    ],
    registration_closed: [
      '没有账号绑定了这个身份，并且本站暂不开放注册。',
      'No account is connected to this login, and registration is currently closed.',
    ],
    invitation_required: [
      '没有账号绑定了这个身份。本站仅限邀请注册，请使用邀请链接。',
      'No account is connected to this login. Registration needs an invitation, so please use your invitation link.',
    ],
    identity_taken: [
      '无法绑定：这个身份已绑定到其他账号，或者你已绑定了同一服务的另一个身份。',
      'This login could not be connected. It belongs to another account, or you have already connected another one of this provider.',
    ],
    wrong_identity: [
      '身份没有确认：你用的不是绑定到本账号的身份，或者登录时间过早。请重新登录该服务后再试。',
      'Your identity was not confirmed. This login is not connected to your account, or you logged in to the provider too long ago. Log in there again and retry.',
    ],
    rate_limited: ['操作过于频繁，请稍后再试。', 'Too many attempts. Please try again later.'],
  } satisfies Record<ProviderProblemCode, readonly [string, string]>,
  heading: ['第三方账号', 'Login providers'],
  lead: [
    '绑定后，可以用这些账号登录。两步验证仍然有效。',
    'Log in with an account of another site. Two-step verification still applies.',
  ],
  notConnected: ['未绑定', 'Not connected'],
  connectedAt: ['绑定于', 'Connected'],
  connect: ['绑定', 'Connect'],
  connectOf: [(name: string) => `绑定 ${name}`, (name: string) => `Connect ${name}`],
  end: ['解绑', 'Disconnect'],
  endOf: [(name: string) => `解绑 ${name}`, (name: string) => `Disconnect ${name}`],
  endTitle: [(name: string) => `解绑 ${name}？`, (name: string) => `Disconnect ${name}?`],
  endBody: ['解绑后将无法用它登录。', 'You will no longer be able to log in with it.'],
  ended: ['已解绑。', 'Disconnected.'],
  email: {
    title: ['填写邮箱', 'Your e-mail'],
    heading: ['还差一步', 'One more step'],
    lead: [
      (name: string) =>
        `${name} 没有提供你的邮箱。请填写邮箱以创建账号，忘记登录方式时可以用它找回。`,
      (name: string) =>
        `${name} did not share your e-mail address. Enter one to create your account. You can use it to recover your account.`,
    ],
    submit: ['创建账号', 'Create account'],
  },
  confirm: {
    title: ['确认身份', 'Confirm your identity'],
    heading: ['确认是你本人', 'Confirm that it’s you'],
    lead: [
      '这是一项敏感操作。确认后短时间内不会再次询问。',
      'This is a sensitive action. We won’t ask again for a few minutes.',
    ],
    password: ['密码', 'Password'],
    submit: ['确认', 'Confirm'],
    with: [(name: string) => `用 ${name} 确认`, (name: string) => `Confirm with ${name}`],
    onlyPasskey: [
      '通行密钥需要 JavaScript。请启用 JavaScript 后重新打开本页。',
      'Passkeys need JavaScript. Turn JavaScript on and open this page again.',
    ],
    noWay: [
      '你的账号没有密码，也没有可用的第三方账号或通行密钥。请先通过邮件设置密码。',
      'Your account has no password, no passkey and no login provider that still works. Set a password by e-mail first.',
    ],
    setPassword: ['设置密码', 'Set a password'],
  },
  test: {
    title: ['测试结果', 'Test result'],
    heading: [(name: string) => `${name} 工作正常`, (name: string) => `${name} works`],
    lead: [
      '登录服务返回了以下信息。没有创建或修改任何账号。',
      'The provider sent this information. No account was created or changed.',
    ],
    subject: ['唯一标识', 'Subject'],
    email: ['邮箱', 'E-mail'],
    verified: [(email: string) => `${email}（已验证）`, (email: string) => `${email} (verified)`],
    unverified: [
      (email: string) => `${email}（未验证）`,
      (email: string) => `${email} (not verified)`,
    ],
    username: ['用户名', 'Username'],
    none: ['未提供', 'not sent'],
    all: ['全部数据', 'All data'],
    back: ['返回', 'Back'],
  },
})

export type ProviderText = (typeof providerTexts)['en']
