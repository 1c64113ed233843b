import { PASSWORD_MAX, PASSWORD_MIN } from '#kernel/crypto/passwords.ts'
import { bilingual } from '#kernel/i18n.ts'

export const recoveryTexts = bilingual({
  toLogin: ['去登录', 'Log in'],
  toHome: ['返回首页', 'Go to the home page'],
  toSettings: ['账号设置', 'Account settings'],
  askAgain: ['重新获取链接', 'Get a new link'],
  expiredHeading: ['链接已失效', 'This link has expired'],
  events: {
    new_sign_in: ['在新设备上登录', 'Login on a new device'],
    second_factor_on: ['开启了两步验证', 'Two-step verification turned on'],
    second_factor_off: ['关闭了两步验证', 'Two-step verification turned off'],
    passkey_added: ['添加了通行密钥', 'Passkey added'],
    passkey_removed: ['移除了通行密钥', 'Passkey removed'],
    provider_connected: ['绑定了第三方账号', 'Provider connected'],
    provider_removed: ['解绑了第三方账号', 'Provider disconnected'],
    token_created: ['创建了访问令牌', 'Access token created'],
    app_allowed: ['允许了应用登录', 'Application allowed'],
    assistant_connected: ['连接了助手', 'Assistant connected'],
    password_changed: ['修改了密码', 'Password changed'],
    email_change: ['请求更换邮箱', 'Change of e-mail requested'],
  },
  links: {
    heading: ['“不是我”链接', '“This wasn’t me” links'],
    lead: [
      '我们发送的安全邮件中含有这些链接。点击后会撤销此后的改动，并让所有设备退出登录。如果旧邮箱不再属于你，请撤销发往它的链接。只有在改动之前已登录、且不是做出改动的设备才能撤销。',
      'Our security e-mails contain these links. A link undoes later changes and logs out all devices. Revoke the links that were sent to a mailbox you no longer own. Only a device that was logged in before the event, and did not cause it, can revoke a link.',
    ],
    end: ['撤销', 'Revoke'],
    endOf: [
      (event: string) => `撤销链接：${event}`,
      (event: string) => `Revoke the link: ${event}`,
    ],
    endTitle: ['撤销这个链接？', 'Revoke this link?'],
    endBody: ['这封邮件中的链接将失效。', 'The link in this e-mail will stop working.'],
    ended: ['链接已撤销。', 'Link revoked.'],
  },
  forgot: {
    title: ['找回密码', 'Reset your password'],
    description: ['忘记密码时，通过邮箱找回账号。', 'Reset your password by e-mail.'],
    heading: ['忘记密码了？', 'Forgot your password?'],
    lead: [
      '请填写注册邮箱，我们会给你发送一个设置新密码的链接。',
      'Enter the e-mail address you signed up with, and we will send you a link to reset your password.',
    ],
    submit: ['发送链接', 'Send reset link'],
    sentHeading: ['请查收邮件', 'Check your e-mail'],
    sent: [
      '如果这个邮箱已注册，几分钟内会收到一封含有重设链接的邮件。如果没有收到，请检查垃圾邮件，或稍后再试。',
      'If this address has an account, you will receive a reset link within a few minutes. If you don’t, check your spam folder or try again later.',
    ],
    noMail: [
      '本站无法发送邮件。请联系站长获取设置新密码的链接。',
      'This site cannot send e-mail. Ask its owner for a link to reset your password.',
    ],
    printedLead: [
      '请填写注册邮箱，生成一个设置新密码的链接。',
      'Enter the e-mail address you signed up with to create a link that resets your password.',
    ],
    printedSubmit: ['生成链接', 'Create reset link'],
    printedHeading: ['请查看终端', 'Look in the terminal'],
    printedSent: [
      '如果这个邮箱已注册，重设链接已经生成。',
      'If this address has an account, its reset link has been created.',
    ],
  },
  reset: {
    title: ['设置新密码', 'New password'],
    description: ['为你的账号设置新密码。', 'Choose a new password.'],
    heading: ['设置新密码', 'Choose a new password'],
    lead: [
      (email: string) => `账号：${email}。设置后，所有设备都会退出登录。`,
      (email: string) => `For ${email}. All devices will be logged out.`,
    ],
    password: ['新密码', 'New password'],
    submit: ['保存新密码', 'Save new password'],
    doneHeading: ['密码已修改', 'Password changed'],
    done: [
      '所有设备都已退出登录。请使用新密码登录。',
      'All devices have been logged out. You can now log in with your new password.',
    ],
    factorsLead: [
      '以下登录方式仍然有效。如果有你不认识的，登录后请在安全设置中移除：',
      'These login methods still work. If you don’t recognise one, log in and remove it in the security settings:',
    ],
    totp: ['两步验证', 'Two-step verification'],
    passkey: [(name: string) => `通行密钥“${name}”`, (name: string) => `Passkey “${name}”`],
    expired: [
      '链接可能已使用、已过期，或已被新链接取代。你可以重新获取。',
      'It may have been used, expired, or been replaced by a newer link. You can request a new one.',
    ],
  },
  verify: {
    title: ['确认邮箱', 'Confirm e-mail'],
    description: ['确认账号的邮箱。', 'Confirm the e-mail address of your account.'],
    heading: ['确认邮箱', 'Confirm your e-mail'],
    lead: [
      (email: string) => `${email} 是你的邮箱吗？`,
      (email: string) => `Is ${email} your address?`,
    ],
    submit: ['确认', 'Confirm'],
    doneHeading: ['邮箱已确认', 'E-mail confirmed'],
    done: [
      '谢谢！以后忘记密码时，可以用这个邮箱找回账号。',
      'Thank you! If you forget your password, you can reset it with this address.',
    ],
    doneUnsent: ['谢谢！', 'Thank you!'],
    donePassword: [
      '密码已设置，所有设备都已退出登录，之前添加的登录方式已全部移除。请使用新密码登录。',
      'Your password is set. All devices were logged out, and every other login method was removed. You can now log in.',
    ],
    notMineHeading: ['谢谢告知', 'Thank you for telling us'],
    notMineDone: [
      '这个链接已失效，该账号不会使用你的邮箱。',
      'The link no longer works, and the account does not get your address.',
    ],
    /** Without a session of the account. */
    unknown: {
      first: {
        heading: ['这是你的账号吗？', 'Is this your account?'],
        lead: [
          (email: string) => `有人用 ${email} 注册了这个账号：`,
          (email: string) => `This account was created with ${email}:`,
        ],
        notMine: [
          '不是你注册的？我们会删除这个账号。',
          'You didn’t create it? We will delete the account.',
        ],
      },
      changed: {
        heading: ['这是你的账号吗？', 'Is this your account?'],
        lead: [
          (email: string) => `这个账号请求把邮箱更换为 ${email}：`,
          (email: string) => `This account requests to use ${email} as its address:`,
        ],
        notMine: [
          '不是你请求的？账号会继续使用原来的邮箱。',
          'You didn’t request this? The account keeps its old address.',
        ],
      },
      since: ['注册于', 'Created on'],
      login: ['登录以确认邮箱', 'Log in to confirm'],
      otherAccount: [
        (name: string) => `你当前登录的是另一个账号：${name}。`,
        (name: string) => `You are logged in to another account: ${name}.`,
      ],
      switchAccount: ['切换账号以确认邮箱', 'Switch account to confirm'],
      or: ['或', 'or'],
      password: ['设置新密码', 'Choose a new password'],
      passwordHint: [
        `${PASSWORD_MIN} 到 ${PASSWORD_MAX} 个字符。设置后，所有设备会退出登录，通行密钥、两步验证、第三方账号和令牌都会移除。`,
        `${PASSWORD_MIN} to ${PASSWORD_MAX} characters. This logs out all devices and removes every passkey, two-step verification, provider and token.`,
      ],
      savePassword: ['确认邮箱并保存密码', 'Confirm and save password'],
      notMine: ['这不是我的账号', 'This account is not mine'],
    },
    expired: [
      '链接可能已使用、已过期，或已被新链接取代。登录后，可以在账号设置中重新获取。',
      'It may have been used, expired, or been replaced by a newer link. You can request a new one in your account settings.',
    ],
  },
  notMe: {
    title: ['这不是我', 'This wasn’t me'],
    description: ['撤销非本人的操作，保护账号。', 'Undo a change that you did not make.'],
    heading: ['不是你本人操作？', 'Wasn’t this you?'],
    lead: [
      '点击按钮后，所有设备会退出登录，所有访问令牌会失效，此后添加的登录方式和邮箱更换会被撤销。然后请设置新密码。',
      'This logs out all devices, revokes all access tokens, and undoes every new login method and change of e-mail since then. After that you choose a new password.',
    ],
    submit: ['不是我，立即下线', 'This wasn’t me, secure my account'],
    expired: [
      '链接可能已使用、已过期或已被撤销。如有疑问，请立即重设密码。',
      'It may have been used, expired or been revoked. If in doubt, reset your password now.',
    ],
  },
})
