import { sql } from 'drizzle-orm'
import type { OutboxRow } from '#db/schema/core.ts'
import type { MailText } from '#features/core/mail/mail-text.ts'
import { type Client, type Member, plainForm, type World } from '#test/world.ts'

/**
 * The mails to this address, newest first. The test site has no mail service, so mails stay in the
 * outbox.
 */
export function mailTo(world: World, address: string | null): Promise<OutboxRow[]> {
  return world.db.all(
    sql<OutboxRow>`SELECT * FROM outbox WHERE address = ${address} ORDER BY id DESC`,
  )
}

/** The token in the newest mail of a kind. */
export async function tokenMailed(
  world: World,
  address: string | null,
  kind: OutboxRow['kind'],
): Promise<string> {
  const mail = (await mailTo(world, address)).find((one) => one.kind === kind)
  const letter: MailText | null = JSON.parse(mail?.letter ?? 'null')
  return new URLSearchParams(letter?.action?.path.split('?')[1]).get('token') ?? ''
}

export const NEW_PASSWORD = 'a password that is new'

/** Asks for a reset link, and sets a new password with it. */
export async function resetByMail(
  world: World,
  email: string | null | undefined,
  new_password = NEW_PASSWORD,
) {
  await world.visitor().post('/api/auth/forgot-password', { email })
  const token = await tokenMailed(world, email ?? null, 'reset')
  return world.visitor().post('/api/auth/reset-password', { token, new_password })
}

/** Asks for a verification link, and opens it in the browser of the member or in another one. */
export async function verifyByMail(member: Member, browser: Client = member) {
  await member.post('/api/settings/email/verify')
  const token = await tokenMailed(member.world, member.user.email, 'verify')
  return browser.post('/api/auth/verify-email', { token })
}

/** Uses the "this was not me" link in the newest mail of a kind. */
export async function notMeByMail(world: World, email: string | null, kind: OutboxRow['kind']) {
  const token = await tokenMailed(world, email, kind)
  return world.visitor().send('POST', '/not-me', plainForm({ token }))
}
