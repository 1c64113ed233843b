import { TOKEN_LIFETIME } from '#features/accounts/accounts/tokens.ts'
import { type DeviceSeen, deviceLines, type Letter, SITE_NAME } from '#features/core/mail/letter.ts'
import { DAY } from '#kernel/clock.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'

export function signInLetter(token: string, device: DeviceSeen, now: Date, language: Language) {
  const say = sentences[language]
  const letter: Letter = {
    lines: [say.line, deviceLines(device, now, language)],
    action: { label: say.label, path: `/not-me?token=${token}` },
    notes: [say.note(TOKEN_LIFETIME.sign_in / DAY)],
  }
  return { subject: say.subject, letter }
}

const sentences = bilingual({
  'zh-CN': {
    subject: `你的 ${SITE_NAME} 账号在新设备上登录`,
    line: `刚才有人在一台新设备上登录了你的 ${SITE_NAME} 账号：`,
    label: '这不是我',
    note: (days: number) =>
      `如果是你本人，不用理会这封邮件。如果不是，点击上面的按钮：那台设备会立即退出登录，然后请你设置新密码。链接 ${days} 天内有效。`,
  },
  en: {
    subject: `A new device signed in to your ${SITE_NAME} account`,
    line: `Somebody has just signed in to your ${SITE_NAME} account, on a device we do not know:`,
    label: 'This was not me',
    note: (days: number) =>
      `If it was you, there is nothing to do. If not, press the button: that device is logged out at once, and you choose a new password. The link works for ${days} days.`,
  },
})
