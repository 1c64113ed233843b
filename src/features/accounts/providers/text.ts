import { PENDING_LIFETIME } from '#features/accounts/providers/pending.ts'
import type { ProviderProblemCode } from '#features/accounts/providers/problems.ts'
import { MINUTE } from '#kernel/clock.ts'
import { bilingual } from '#kernel/i18n.ts'

const MINUTES = PENDING_LIFETIME / MINUTE

export const providerTexts = bilingual({
  'zh-CN': {
    or: '或',
    login: (name: string) => `用 ${name} 登录`,
    register: (name: string) => `用 ${name} 注册`,
    openInvitation: (names: string[]) => `要用 ${names.join('、')} 注册，请打开邀请链接。`,
    problems: {
      expired: `登录没有完成：请求已过期，或是在另一个浏览器中发起的。请在 ${MINUTES} 分钟内在同一个浏览器中完成。`,
      denied: '你取消了授权。',
      provider_failed: '登录服务没有给出有效的回应。请重试，或换一种方式登录。如果问题一直存在，请联系站长。',
      email_taken: '你的邮箱在本站已有账号。请先用原来的方式登录，然后在“设置 › 安全”中绑定。忘记密码可以重设。',
      sign_up_disabled: '没有账号绑定了这个身份，并且不能用它注册。请先注册，或登录后在“设置 › 安全”中绑定。',
      registration_closed: '没有账号绑定了这个身份，并且本站暂不开放注册。',
      invitation_required: '没有账号绑定了这个身份。本站仅限邀请注册，请使用邀请链接。',
      identity_taken: '无法绑定：这个身份已绑定到其他账号，或者你已绑定了同一服务的另一个身份。',
      wrong_identity: '身份没有确认：你用的不是绑定到本账号的身份，或者登录时间过早。请重新登录该服务后再试。',
      rate_limited: '操作过于频繁，请稍后再试。',
    } satisfies Record<ProviderProblemCode, string>,
    heading: '第三方账号',
    lead: '绑定后，可以用这些账号登录。两步验证仍然有效。',
    notConnected: '未绑定',
    connectedAt: '绑定于',
    used: '最近使用',
    unused: '从未使用',
    connect: '绑定',
    connectOf: (name: string) => `绑定 ${name}`,
    disconnect: '解绑',
    disconnectOf: (name: string) => `解绑 ${name}`,
    disconnectTitle: (name: string) => `解绑 ${name}？`,
    disconnectBody: '解绑后将无法用它登录。',
    disconnected: '已解绑。',
    email: {
      title: '填写邮箱',
      heading: '还差一步',
      lead: (name: string) => `${name} 没有提供你的邮箱。请填写邮箱以创建账号，忘记登录方式时可以用它找回。`,
      label: '邮箱',
      submit: '创建账号',
    },
    confirm: {
      title: '确认身份',
      heading: '确认是你本人',
      lead: '这是一项敏感操作。确认后短时间内不会再次询问。',
      password: '密码',
      submit: '确认',
      with: (name: string) => `用 ${name} 确认`,
      onlyPasskey: '通行密钥需要 JavaScript。请启用 JavaScript 后重新打开本页。',
      noWay: '你的账号没有密码，也没有可用的第三方账号或通行密钥。请先通过邮件设置密码。',
      setPassword: '设置密码',
    },
    test: {
      title: '测试结果',
      heading: (name: string) => `${name} 工作正常`,
      lead: '登录服务返回了以下信息。没有创建或修改任何账号。',
      subject: '唯一标识',
      email: '邮箱',
      verified: (email: string) => `${email}（已验证）`,
      unverified: (email: string) => `${email}（未验证）`,
      username: '用户名',
      none: '未提供',
      all: '全部数据',
      back: '返回',
    },
  },
  en: {
    or: 'or',
    login: (name: string) => `Log in with ${name}`,
    register: (name: string) => `Sign up with ${name}`,
    openInvitation: (names: string[]) =>
      `To sign up with ${new Intl.ListFormat('en', { type: 'disjunction' }).format(names)}, open your invitation link.`,
    problems: {
      expired: `The login was not completed. It has expired, or it was started in another browser. Please finish it in the same browser within ${MINUTES} minutes.`,
      denied: 'You cancelled the login.',
      provider_failed:
        'The provider did not give a valid answer. Try again, or log in another way. If this keeps happening, contact the owner of this site.',
      email_taken:
        'Your e-mail address already has an account here. Log in as usual, then connect the provider in Settings › Security. If you forgot your password, you can reset it.',
      sign_up_disabled:
        'No account is connected to this login, and it cannot create one. Sign up first, or log in and connect it in Settings › Security.',
      registration_closed: 'No account is connected to this login, and registration is currently closed.',
      invitation_required:
        'No account is connected to this login. Registration needs an invitation, so please use your invitation link.',
      identity_taken:
        'This login could not be connected. It belongs to another account, or you have already connected another one of this provider.',
      wrong_identity:
        'Your identity was not confirmed. This login is not connected to your account, or you logged in to the provider too long ago. Log in there again and retry.',
      rate_limited: 'Too many attempts. Please try again later.',
    } satisfies Record<ProviderProblemCode, string>,
    heading: 'Login providers',
    lead: 'Log in with an account of another site. Two-step verification still applies.',
    notConnected: 'Not connected',
    connectedAt: 'Connected',
    used: 'Last used',
    unused: 'Never used',
    connect: 'Connect',
    connectOf: (name: string) => `Connect ${name}`,
    disconnect: 'Disconnect',
    disconnectOf: (name: string) => `Disconnect ${name}`,
    disconnectTitle: (name: string) => `Disconnect ${name}?`,
    disconnectBody: 'You will no longer be able to log in with it.',
    disconnected: 'Disconnected.',
    email: {
      title: 'Your e-mail',
      heading: 'One more step',
      lead: (name: string) =>
        `${name} did not share your e-mail address. Enter one to create your account. You can use it to recover your account.`,
      label: 'E-mail',
      submit: 'Create account',
    },
    confirm: {
      title: 'Confirm your identity',
      heading: 'Confirm that it’s you',
      lead: 'This is a sensitive action. We won’t ask again for a few minutes.',
      password: 'Password',
      submit: 'Confirm',
      with: (name: string) => `Confirm with ${name}`,
      onlyPasskey: 'Passkeys need JavaScript. Turn JavaScript on and open this page again.',
      noWay:
        'Your account has no password, no passkey and no login provider that still works. Set a password by e-mail first.',
      setPassword: 'Set a password',
    },
    test: {
      title: 'Test result',
      heading: (name: string) => `${name} works`,
      lead: 'The provider sent this information. No account was created or changed.',
      subject: 'Subject',
      email: 'E-mail',
      verified: (email: string) => `${email} (verified)`,
      unverified: (email: string) => `${email} (not verified)`,
      username: 'Username',
      none: 'not sent',
      all: 'All data',
      back: 'Back',
    },
  },
})

export type ProviderText = (typeof providerTexts)['en']
