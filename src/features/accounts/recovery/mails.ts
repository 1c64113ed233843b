import { TOKEN_LIFETIME } from '#features/accounts/recovery/tokens.ts'
import {
  type DeviceSeen,
  deviceLines,
  SITE_NAME,
  type Written,
} from '#features/core/mail/mail-text.ts'
import type { SystemEvent } from '#features/core/notifications/notices.ts'
import { DAY, MINUTE } from '#kernel/clock.ts'
import { bilingual, filled, type Language } from '#kernel/i18n.ts'

const withToken =
  (about: 'reset' | 'verify' | 'change', path: string) => (token: string, language: Language) =>
    mailOf(sentences[language][about], `${path}?token=${token}`)

export const resetMail = withToken('reset', '/reset')
export const verifyMail = withToken('verify', '/verify')
export const changeMail = withToken('change', '/verify')

export function passwordChangedMail(language: Language): Written {
  return mailOf(sentences[language].passwordChanged, '/forgot')
}

/** Says that the owner has removed two-step verification and the passkeys. */
export function secondFactorRemovedMail(language: Language): Written {
  return mailOf(sentences[language].secondFactorRemoved, '/settings?tab=security')
}

/**
 * Is sent to the old address. It names the new address, so that the user recognises a change that
 * they did not request.
 */
export function changeNoticeMail(email: string, path: string, language: Language): Written {
  const { line, ...words } = sentences[language].changeNotice
  return mailOf({ ...words, line: filled(line, { email }) }, path)
}

/** A change of a login method, or a login on a new device. */
export type DeviceEvent = Extract<SystemEvent, { event: keyof (typeof sentences)['en']['events'] }>

/**
 * A mail that names the device, the place and the time of the event. `path` is its "this was not
 * me" link.
 */
export function deviceEventMail(
  about: DeviceEvent,
  path: string,
  seen: { device: DeviceSeen; zone: string; language: Language },
  now: Date,
): Written {
  const { events, deviceEvent } = sentences[seen.language]
  const { subject, line } = events[about.event]
  const named = filled(line, 'name' in about ? { name: about.name } : {})
  return mailOf({ ...deviceEvent, subject, line: named }, path, [
    deviceLines(seen.device, now, seen.zone, seen.language),
  ])
}

interface Words {
  subject: string
  line: string
  /** The label of the button. */
  label: string
  note: string
}

function mailOf(
  { subject, line, label, note }: Words,
  path: string,
  facts: string[] = [],
): Written {
  return { subject, text: { lines: [line, ...facts], action: { label, path }, notes: [note] } }
}

const VERIFY_DAYS = TOKEN_LIFETIME.verify / DAY
const CHANGE_DAYS = TOKEN_LIFETIME.email / DAY
const NOT_ME_DAYS = TOKEN_LIFETIME.not_me / DAY

const sentences = bilingual({
  reset: {
    subject: [`重设你的 ${SITE_NAME} 密码`, `Reset your ${SITE_NAME} password`],
    line: [
      `我们收到了重设你的 ${SITE_NAME} 密码的请求。请点击下面的按钮设置新密码。`,
      `We received a request to reset the password of your ${SITE_NAME} account. Use the button to choose a new one.`,
    ],
    label: ['设置新密码', 'Choose a new password'],
    note: [
      `链接 ${TOKEN_LIFETIME.reset / MINUTE} 分钟内有效，只能使用一次。如果不是你本人操作，请忽略这封邮件，密码不会改变。`,
      `The link works once, for ${TOKEN_LIFETIME.reset / MINUTE} minutes. If you didn’t request this, ignore this e-mail. Your password stays the same.`,
    ],
  },
  passwordChanged: {
    subject: [`你的 ${SITE_NAME} 密码已修改`, `Your ${SITE_NAME} password was changed`],
    line: [
      '你的密码已通过链接重设，所有设备都已退出登录。',
      'Your password was changed with a reset link, and all devices were logged out.',
    ],
    label: ['不是我操作的', 'This wasn’t me'],
    note: [
      '如果是你本人操作，请忽略这封邮件。如果不是，请立即通过上面的链接重设密码。',
      'If this was you, you can ignore this e-mail. If not, reset your password now with the link above.',
    ],
  },
  verify: {
    subject: [`确认你的 ${SITE_NAME} 邮箱`, `Confirm your e-mail for ${SITE_NAME}`],
    line: [
      `欢迎来到 ${SITE_NAME}！请确认你的邮箱，以便忘记密码时找回账号。`,
      `Welcome to ${SITE_NAME}! Please confirm your e-mail address, so that you can reset your password if you forget it.`,
    ],
    label: ['确认邮箱', 'Confirm e-mail'],
    note: [
      `链接 ${VERIFY_DAYS} 天内有效。如果你没有注册 ${SITE_NAME}，请忽略这封邮件，或打开链接并选择“这不是我的账号”。`,
      `The link works for ${VERIFY_DAYS} days. If you didn’t sign up for ${SITE_NAME}, ignore this e-mail, or open the link and choose “This account is not mine”.`,
    ],
  },
  change: {
    subject: [`确认新的 ${SITE_NAME} 邮箱`, `Confirm your new e-mail for ${SITE_NAME}`],
    line: [
      `我们收到了将 ${SITE_NAME} 账号的邮箱更换为这个地址的请求。请点击下面的按钮完成更换。`,
      `We received a request to use this address for a ${SITE_NAME} account. Use the button to confirm it.`,
    ],
    label: ['使用这个邮箱', 'Use this address'],
    note: [
      `链接 ${CHANGE_DAYS} 天内有效，点击后才会生效。如果不是你本人操作，请忽略这封邮件，或打开链接并选择“这不是我的账号”。`,
      `The link works for ${CHANGE_DAYS} days. Nothing changes until you use it. If you didn’t request this, ignore this e-mail, or open the link and choose “This account is not mine”.`,
    ],
  },
  changeNotice: {
    subject: [`更换 ${SITE_NAME} 邮箱的请求`, `Request to change your ${SITE_NAME} e-mail`],
    line: [
      `我们收到了将你的 ${SITE_NAME} 账号邮箱更换为 {email} 的请求。新邮箱确认后才会生效。`,
      `We received a request to change the e-mail address of your ${SITE_NAME} account to {email}. Nothing changes until the new address is confirmed.`,
    ],
    label: ['不是我', 'This wasn’t me'],
    note: [
      `如果是你本人操作，请忽略这封邮件。如果不是，请点击上面的按钮：邮箱更换会被撤销，所有设备会退出登录，你可以设置新密码。链接 ${NOT_ME_DAYS} 天内有效。`,
      `If this was you, you can ignore this e-mail. If not, use the button. It undoes the change, logs out all devices and lets you choose a new password. The link works for ${NOT_ME_DAYS} days.`,
    ],
  },
  secondFactorRemoved: {
    subject: [
      `你的 ${SITE_NAME} 账号已移除两步验证`,
      `Two-step verification was removed from your ${SITE_NAME} account`,
    ],
    line: [
      '站长移除了你账号的两步验证和所有通行密钥。今后登录只需密码，直到你重新设置。',
      'An owner of the site removed two-step verification and all passkeys from your account. Logging in requires only your password until you set them up again.',
    ],
    label: ['重新设置', 'Set up again'],
    note: [
      '如果不是你请求的，请联系站长，并立即修改密码。',
      'If you didn’t ask for this, contact the owner and change your password now.',
    ],
  },
  deviceEvent: {
    label: ['不是我', 'This wasn’t me'],
    note: [
      `如果是你本人操作，请忽略这封邮件。如果不是，请点击上面的按钮：所有设备会退出登录，此后添加的登录方式会被移除，你可以设置新密码。链接 ${NOT_ME_DAYS} 天内有效。`,
      `If this was you, you can ignore this e-mail. If not, use the button. It logs out all devices, removes every login method that was added since, and lets you choose a new password. The link works for ${NOT_ME_DAYS} days.`,
    ],
  },
  events: {
    new_sign_in: {
      subject: [`你的 ${SITE_NAME} 账号在新设备上登录`, `New login to your ${SITE_NAME} account`],
      line: [
        `你的 ${SITE_NAME} 账号刚刚在一台新设备上登录：`,
        `Your ${SITE_NAME} account was just used to log in on a new device:`,
      ],
    },
    second_factor_on: {
      subject: [
        `你的 ${SITE_NAME} 账号已开启两步验证`,
        `Two-step verification is on for your ${SITE_NAME} account`,
      ],
      line: [
        '今后登录时，除密码外还需输入身份验证器应用中的验证码。操作设备：',
        'From now on, logging in requires your password and a code from your authenticator app. It was turned on from this device:',
      ],
    },
    second_factor_off: {
      subject: [
        `你的 ${SITE_NAME} 账号已关闭两步验证`,
        `Two-step verification is off for your ${SITE_NAME} account`,
      ],
      line: [
        '今后登录只需密码。操作设备：',
        'From now on, logging in requires only your password. It was turned off from this device:',
      ],
    },
    passkey_added: {
      subject: [
        `你的 ${SITE_NAME} 账号添加了通行密钥`,
        `A passkey was added to your ${SITE_NAME} account`,
      ],
      line: [
        '今后可以用通行密钥“{name}”登录，无需密码。操作设备：',
        'From now on, the passkey “{name}” can log in without a password. It was added from this device:',
      ],
    },
    passkey_removed: {
      subject: [
        `你的 ${SITE_NAME} 账号移除了通行密钥`,
        `A passkey was removed from your ${SITE_NAME} account`,
      ],
      line: [
        '今后不能再用通行密钥“{name}”登录。操作设备：',
        'From now on, the passkey “{name}” can no longer log in. It was removed from this device:',
      ],
    },
    provider_connected: {
      subject: [
        `你的 ${SITE_NAME} 账号绑定了第三方账号`,
        `A login provider was connected to your ${SITE_NAME} account`,
      ],
      line: [
        '今后可以用 {name} 登录。操作设备：',
        'From now on, you can log in with {name}. It was connected from this device:',
      ],
    },
    provider_removed: {
      subject: [
        `你的 ${SITE_NAME} 账号解绑了第三方账号`,
        `A login provider was disconnected from your ${SITE_NAME} account`,
      ],
      line: [
        '今后不能再用 {name} 登录。操作设备：',
        'From now on, {name} can no longer log in. It was disconnected from this device:',
      ],
    },
    app_allowed: {
      subject: [
        `你的 ${SITE_NAME} 账号允许了一个应用`,
        `An application may log in with your ${SITE_NAME} account`,
      ],
      line: [
        '应用“{name}”可以使用你的账号登录。操作设备：',
        'The application “{name}” may log in with your account. It was allowed from this device:',
      ],
    },
    assistant_connected: {
      subject: [
        `你的 ${SITE_NAME} 账号连接了一个助手`,
        `An assistant was connected to your ${SITE_NAME} account`,
      ],
      line: [
        '助手“{name}”可以使用你的账号。操作设备：',
        'The assistant “{name}” may use your account. It was connected from this device:',
      ],
    },
    token_created: {
      subject: [
        `你的 ${SITE_NAME} 账号创建了访问令牌`,
        `An access token was created for your ${SITE_NAME} account`,
      ],
      line: [
        '令牌“{name}”可以用你的身份调用 API。操作设备：',
        'The token “{name}” can use the API as you. It was created from this device:',
      ],
    },
    password_changed: {
      subject: [`你的 ${SITE_NAME} 密码已修改`, `Your ${SITE_NAME} password was changed`],
      line: [
        '你的密码已在设置中修改，其他设备都已退出登录。操作设备：',
        'Your password was changed in the settings, and all other devices were logged out. It was changed from this device:',
      ],
    },
  },
})
