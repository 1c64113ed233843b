import { sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import type { Origin } from '#features/accounts/sessions/open.ts'
import { deviceLines, type Letter, SITE_NAME } from '#features/core/mail/letter.ts'
import { type MailOrigin, mail } from '#features/core/mail/outbox.ts'
import { type SystemEvent, systemNotice } from '#features/core/notifications/notices.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'
import { deviceOf } from '#kernel/user-agent.ts'

/** The device and network of a request that changes a login method. */
export interface ChangeOrigin extends Origin, MailOrigin {
  country: string | null
}

/**
 * Notifies the user of a new or removed login method, on the site and by mail, because a thief with a session or the password can
 * change them. Must directly follow the statement of the change; does nothing if that statement changed no row.
 */
export function notifyOfChange(viewer: Viewer, about: Change, origin: ChangeOrigin, now: Date): Statement[] {
  const recipient = sql`SELECT uid, email AS address FROM users WHERE uid = ${viewer.uid} AND changes() > 0`
  const { site, language } = origin
  return [
    mail(recipient, { site, language, kind: 'security', ...changeLetter(about, origin, now, language) }, now),
    systemNotice({ to: viewer.uid, about, when: sql`changes() > 0` }, now),
  ]
}

type Change = Extract<
  SystemEvent,
  { event: 'second_factor_on' | 'second_factor_off' | 'passkey_added' | 'passkey_removed' }
>

function changeLetter(
  about: Change,
  { ip, userAgent, country }: Origin & { country: string | null },
  now: Date,
  language: Language,
) {
  const say = sentences[language]
  const { subject, line } = say[about.event]
  const letter: Letter = {
    lines: [
      line('name' in about ? about.name : ''),
      deviceLines({ ...deviceOf(userAgent), ip, country }, now, language),
    ],
    action: { label: say.label, path: '/settings?tab=security' },
    notes: [say.note],
  }
  return { subject, letter }
}

const sentences = bilingual({
  'zh-CN': {
    second_factor_on: {
      subject: `你的 ${SITE_NAME} 账号已开启两步验证`,
      line: () => '今后登录时，除密码外还需输入身份验证器应用中的验证码。操作设备：',
    },
    second_factor_off: {
      subject: `你的 ${SITE_NAME} 账号已关闭两步验证`,
      line: () => '今后登录只需密码。操作设备：',
    },
    passkey_added: {
      subject: `你的 ${SITE_NAME} 账号添加了通行密钥`,
      line: (name: string) => `今后可以用通行密钥“${name}”登录，无需密码。操作设备：`,
    },
    passkey_removed: {
      subject: `你的 ${SITE_NAME} 账号移除了通行密钥`,
      line: (name: string) => `今后不能再用通行密钥“${name}”登录。操作设备：`,
    },
    label: '查看安全设置',
    note: '如果是你本人操作，请忽略这封邮件。如果不是，说明有人登录了你的账号：请立即修改密码，并检查通行密钥和登录设备。',
  },
  en: {
    second_factor_on: {
      subject: `Two-step verification is on for your ${SITE_NAME} account`,
      line: () =>
        'From now on, logging in requires your password and a code from your authenticator app. It was turned on from this device:',
    },
    second_factor_off: {
      subject: `Two-step verification is off for your ${SITE_NAME} account`,
      line: () => 'From now on, logging in requires only your password. It was turned off from this device:',
    },
    passkey_added: {
      subject: `A passkey was added to your ${SITE_NAME} account`,
      line: (name: string) =>
        `From now on, the passkey “${name}” can log in without a password. It was added from this device:`,
    },
    passkey_removed: {
      subject: `A passkey was removed from your ${SITE_NAME} account`,
      line: (name: string) =>
        `From now on, the passkey “${name}” can no longer log in. It was removed from this device:`,
    },
    label: 'Review security settings',
    note: 'If this was you, you can ignore this e-mail. If not, someone has access to your account. Change your password now and review your passkeys and devices.',
  },
})
