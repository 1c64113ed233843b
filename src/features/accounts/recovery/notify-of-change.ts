import { sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import type { OwnSession } from '#features/accounts/confirmation/require-confirmed.ts'
import { mailWithNotMe, type SecurityEvent } from '#features/accounts/recovery/not-me.ts'
import { TOKEN_LIFETIME } from '#features/accounts/recovery/tokens.ts'
import type { Origin } from '#features/accounts/sessions/open.ts'
import { deviceLines, type Letter, SITE_NAME } from '#features/core/mail/letter.ts'
import type { MailOrigin } from '#features/core/mail/outbox.ts'
import { type SystemEvent, systemNotice } from '#features/core/notifications/notices.ts'
import { zoneOf } from '#features/core/people/viewer.ts'
import { DAY } from '#kernel/clock.ts'
import { bilingual } from '#kernel/i18n.ts'
import { deviceOf } from '#kernel/user-agent.ts'

/** The device and network of a request that changes a login method. */
export interface ChangeOrigin extends Origin, MailOrigin {
  country: string | null
}

/**
 * Notifies the user of a change of a login method, on the site and by mail, because a thief with a session or the password can
 * make such a change. Must directly follow the statement of the change; does nothing if that statement changed no row.
 */
export async function notifyOfChange(
  { viewer, sid }: OwnSession,
  about: Change,
  origin: ChangeOrigin,
  now: Date,
): Promise<Statement[]> {
  const { site, language } = origin
  const write = (path: string) => changeLetter(about, path, { ...origin, zone: zoneOf(viewer) }, now)
  const when = sql`changes() > 0`
  return [
    systemNotice({ to: viewer.uid, about, when }, now),
    ...(await mailWithNotMe(
      viewer.uid,
      { kind: 'security', about: about.event, sid, when, site, language, write },
      now,
    )),
  ]
}

type Change = Extract<SystemEvent, { event: Exclude<SecurityEvent, 'new_sign_in' | 'email_change'> }>

function changeLetter(
  about: Change,
  path: string,
  { ip, userAgent, country, zone, language }: ChangeOrigin & { zone: string },
  now: Date,
) {
  const say = sentences[language]
  const { subject, line } = say[about.event]
  const letter: Letter = {
    lines: [
      line('name' in about ? about.name : ''),
      deviceLines({ ...deviceOf(userAgent), ip, country }, now, zone, language),
    ],
    action: { label: say.label, path },
    notes: [say.note(TOKEN_LIFETIME.not_me / DAY)],
  }
  return { subject, letter }
}

const sentences = bilingual({
  second_factor_on: {
    subject: [`你的 ${SITE_NAME} 账号已开启两步验证`, `Two-step verification is on for your ${SITE_NAME} account`],
    line: [
      () => '今后登录时，除密码外还需输入身份验证器应用中的验证码。操作设备：',
      () =>
        'From now on, logging in requires your password and a code from your authenticator app. It was turned on from this device:',
    ],
  },
  second_factor_off: {
    subject: [`你的 ${SITE_NAME} 账号已关闭两步验证`, `Two-step verification is off for your ${SITE_NAME} account`],
    line: [
      () => '今后登录只需密码。操作设备：',
      () => 'From now on, logging in requires only your password. It was turned off from this device:',
    ],
  },
  passkey_added: {
    subject: [`你的 ${SITE_NAME} 账号添加了通行密钥`, `A passkey was added to your ${SITE_NAME} account`],
    line: [
      (name: string) => `今后可以用通行密钥“${name}”登录，无需密码。操作设备：`,
      (name: string) =>
        `From now on, the passkey “${name}” can log in without a password. It was added from this device:`,
    ],
  },
  passkey_removed: {
    subject: [`你的 ${SITE_NAME} 账号移除了通行密钥`, `A passkey was removed from your ${SITE_NAME} account`],
    line: [
      (name: string) => `今后不能再用通行密钥“${name}”登录。操作设备：`,
      (name: string) => `From now on, the passkey “${name}” can no longer log in. It was removed from this device:`,
    ],
  },
  provider_connected: {
    subject: [`你的 ${SITE_NAME} 账号绑定了第三方账号`, `A login provider was connected to your ${SITE_NAME} account`],
    line: [
      (name: string) => `今后可以用 ${name} 登录。操作设备：`,
      (name: string) => `From now on, you can log in with ${name}. It was connected from this device:`,
    ],
  },
  provider_removed: {
    subject: [
      `你的 ${SITE_NAME} 账号解绑了第三方账号`,
      `A login provider was disconnected from your ${SITE_NAME} account`,
    ],
    line: [
      (name: string) => `今后不能再用 ${name} 登录。操作设备：`,
      (name: string) => `From now on, ${name} can no longer log in. It was disconnected from this device:`,
    ],
  },
  token_created: {
    subject: [`你的 ${SITE_NAME} 账号创建了访问令牌`, `An access token was created for your ${SITE_NAME} account`],
    line: [
      (name: string) => `令牌“${name}”可以用你的身份调用 API。操作设备：`,
      (name: string) => `The token “${name}” can use the API as you. It was created from this device:`,
    ],
  },
  password_changed: {
    subject: [`你的 ${SITE_NAME} 密码已修改`, `Your ${SITE_NAME} password was changed`],
    line: [
      () => '你的密码已在设置中修改，其他设备都已退出登录。操作设备：',
      () =>
        'Your password was changed in the settings, and all other devices were logged out. It was changed from this device:',
    ],
  },
  label: ['不是我', 'This wasn’t me'],
  note: [
    (days: number) =>
      `如果是你本人操作，请忽略这封邮件。如果不是，请点击上面的按钮：所有设备会退出登录，此后添加的登录方式会被移除，你可以设置新密码。链接 ${days} 天内有效。`,
    (days: number) =>
      `If this was you, you can ignore this e-mail. If not, use the button. It logs out all devices, removes every login method that was added since, and lets you choose a new password. The link works for ${days} days.`,
  ],
})
