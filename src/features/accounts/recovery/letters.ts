import { TOKEN_LIFETIME } from '#features/accounts/recovery/tokens.ts'
import { type Letter, SITE_NAME, type Written } from '#features/core/mail/letter.ts'
import { DAY, MINUTE } from '#kernel/clock.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'

export function resetLetter(token: string, language: Language): Written {
  const { subject, line, label, note } = sentences[language].reset
  return written(subject, line, { label, path: `/reset?token=${token}` }, note(TOKEN_LIFETIME.reset / MINUTE))
}

export function passwordChangedLetter(language: Language): Written {
  const { subject, line, label, note } = sentences[language].passwordChanged
  return written(subject, line, { label, path: '/forgot' }, note)
}

export function verifyLetter(token: string, language: Language): Written {
  const { subject, line, label, note } = sentences[language].verify
  return written(subject, line, verifying(label, token), note(TOKEN_LIFETIME.verify / DAY))
}

export function changeLetter(token: string, language: Language): Written {
  const { subject, line, label, note } = sentences[language].change
  return written(subject, line, verifying(label, token), note(TOKEN_LIFETIME.email / DAY))
}

/** Sent to the old address. Names the new address, so that the user recognises a change that they did not request. */
export function changeNoticeLetter(email: string, path: string, language: Language): Written {
  const { subject, line, label, note } = sentences[language].changeNotice
  return written(subject, line(email), { label, path }, note(TOKEN_LIFETIME.not_me / DAY))
}

const verifying = (label: string, token: string) => ({ label, path: `/verify?token=${token}` })

function written(subject: string, line: string, action: NonNullable<Letter['action']>, note: string): Written {
  return { subject, letter: { lines: [line], action, notes: [note] } }
}

const sentences = bilingual({
  reset: {
    subject: [`重设你的 ${SITE_NAME} 密码`, `Reset your ${SITE_NAME} password`],
    line: [
      `我们收到了重设你的 ${SITE_NAME} 密码的请求。请点击下面的按钮设置新密码。`,
      `We received a request to reset the password of your ${SITE_NAME} account. Use the button to choose a new one.`,
    ],
    label: ['设置新密码', 'Choose a new password'],
    note: [
      (minutes: number) =>
        `链接 ${minutes} 分钟内有效，只能使用一次。如果不是你本人操作，请忽略这封邮件，密码不会改变。`,
      (minutes: number) =>
        `The link works once, for ${minutes} minutes. If you didn’t request this, ignore this e-mail. Your password stays the same.`,
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
      (days: number) => `链接 ${days} 天内有效。如果你没有注册 ${SITE_NAME}，请忽略这封邮件。`,
      (days: number) => `The link works for ${days} days. If you didn’t sign up for ${SITE_NAME}, ignore this e-mail.`,
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
      (days: number) => `链接 ${days} 天内有效，点击后才会生效。如果不是你本人操作，请忽略这封邮件。`,
      (days: number) =>
        `The link works for ${days} days. Nothing changes until you use it. If you didn’t request this, ignore this e-mail.`,
    ],
  },
  changeNotice: {
    subject: [`更换 ${SITE_NAME} 邮箱的请求`, `Request to change your ${SITE_NAME} e-mail`],
    line: [
      (email: string) => `我们收到了将你的 ${SITE_NAME} 账号邮箱更换为 ${email} 的请求。新邮箱确认后才会生效。`,
      (email: string) =>
        `We received a request to change the e-mail address of your ${SITE_NAME} account to ${email}. Nothing changes until the new address is confirmed.`,
    ],
    label: ['不是我', 'This wasn’t me'],
    note: [
      (days: number) =>
        `如果是你本人操作，请忽略这封邮件。如果不是，请点击上面的按钮：邮箱更换会被撤销，所有设备会退出登录，你可以设置新密码。链接 ${days} 天内有效。`,
      (days: number) =>
        `If this was you, you can ignore this e-mail. If not, use the button. It undoes the change, logs out all devices and lets you choose a new password. The link works for ${days} days.`,
    ],
  },
})
