import { TOKEN_LIFETIME } from '#features/accounts/accounts/tokens.ts'
import { type Letter, SITE_NAME } from '#features/core/mail/letter.ts'
import { DAY, MINUTE } from '#kernel/clock.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'

interface Written {
  subject: string
  letter: Letter
}

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
export function changeNoticeLetter(email: string, language: Language): Written {
  const { subject, line, label, note } = sentences[language].changeNotice
  return written(subject, line(email), { label, path: '/settings?tab=password' }, note)
}

const verifying = (label: string, token: string) => ({ label, path: `/verify?token=${token}` })

function written(subject: string, line: string, action: NonNullable<Letter['action']>, note: string): Written {
  return { subject, letter: { lines: [line], action, notes: [note] } }
}

const sentences = bilingual({
  'zh-CN': {
    reset: {
      subject: `重设你的 ${SITE_NAME} 密码`,
      line: `有人（希望是你）请求重设这个邮箱在 ${SITE_NAME} 的密码。点击下面的按钮，设置一个新密码。`,
      label: '设置新密码',
      note: (minutes: number) =>
        `链接 ${minutes} 分钟内有效，只能使用一次。如果不是你本人，忽略这封邮件即可，你的密码不会改变。`,
    },
    passwordChanged: {
      subject: `你的 ${SITE_NAME} 密码已更改`,
      line: '你的密码已通过链接重设，所有设备都已退出登录。',
      label: '这不是我做的',
      note: '如果是你本人，不用理会这封邮件。如果不是，请立即用上面的链接重新设置密码。',
    },
    verify: {
      subject: `确认你的 ${SITE_NAME} 邮箱`,
      line: `欢迎来到 ${SITE_NAME}！请确认这个邮箱是你的，这样忘记密码时也能找回账号。`,
      label: '确认邮箱',
      note: (days: number) => `链接 ${days} 天内有效。如果你没有注册 ${SITE_NAME}，忽略这封邮件即可。`,
    },
    change: {
      subject: `确认新的 ${SITE_NAME} 邮箱`,
      line: `有人（希望是你）想把 ${SITE_NAME} 账号的邮箱改为这个地址。点击下面的按钮完成更改。`,
      label: '使用这个邮箱',
      note: (days: number) => `链接 ${days} 天内有效，在使用之前什么都不会改变。如果不是你本人，忽略这封邮件即可。`,
    },
    changeNotice: {
      subject: `有人请求更改你的 ${SITE_NAME} 邮箱`,
      line: (email: string) => `有人请求把你的 ${SITE_NAME} 账号邮箱改为 ${email}。新地址确认之前，什么都不会改变。`,
      label: '更改密码',
      note: '如果是你本人，不用理会这封邮件。如果不是，说明有人知道你的密码：请立即更改密码，这个请求会随之作废。',
    },
  },
  en: {
    reset: {
      subject: `Reset your ${SITE_NAME} password`,
      line: `Somebody, we hope you, asked for a new password for this address at ${SITE_NAME}. Press the button to choose one.`,
      label: 'Choose a new password',
      note: (minutes: number) =>
        `The link works once, for ${minutes} minutes. If it was not you, ignore this mail: your password stays as it is.`,
    },
    passwordChanged: {
      subject: `Your ${SITE_NAME} password was changed`,
      line: 'Your password was changed by a link, and every device was logged out.',
      label: 'This was not me',
      note: 'If it was you, there is nothing to do. If not, set a new password at once by the link above.',
    },
    verify: {
      subject: `Confirm your e-mail for ${SITE_NAME}`,
      line: `Welcome to ${SITE_NAME}! Please confirm that this address is yours, so that a lost password is not a lost account.`,
      label: 'Confirm my address',
      note: (days: number) =>
        `The link works for ${days} days. If you did not sign up at ${SITE_NAME}, ignore this mail.`,
    },
    change: {
      subject: `Confirm your new e-mail for ${SITE_NAME}`,
      line: `Somebody, we hope you, wants to use this address for their ${SITE_NAME} account. Press the button to change to it.`,
      label: 'Use this address',
      note: (days: number) =>
        `The link works for ${days} days; nothing changes until it is used. If it was not you, ignore this mail.`,
    },
    changeNotice: {
      subject: `Somebody asked to change your ${SITE_NAME} e-mail`,
      line: (email: string) =>
        `Somebody asked to change the address of your ${SITE_NAME} account to ${email}. Nothing changes until the new address is confirmed.`,
      label: 'Change my password',
      note: 'If it was you, there is nothing to do. If not, somebody knows your password: change it at once, and this request ends with it.',
    },
  },
})
