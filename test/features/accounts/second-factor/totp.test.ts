import { sql } from 'drizzle-orm'
import { reencrypt } from '#features/core/site/reencrypt.ts'
import { mailTo } from '#test/mailbox.ts'
import { expect, test } from '#test/test.ts'
import { PASSWORD } from '#test/world.ts'
import { secretsOf } from '#web/secrets.ts'
import { challengeOf, memberWithApp } from './app.ts'
import { appWith } from './authenticator.ts'

test('a login asks for a code only after the first code is confirmed', async ({
  world,
  member,
}) => {
  const { json } = await member.post('/api/settings/totp', { password: PASSWORD })
  expect(json.otpauth_url).toBe(
    `otpauth://totp/${encodeURIComponent(`Joule:${member.user.email}`)}?secret=${json.secret}&issuer=Joule`,
  )
  expect(json.qr_svg).toMatch(/^<svg .*<\/svg>$/)
  const login = { email: member.user.email, password: PASSWORD }
  expect((await world.visitor().post('/api/auth/login', login)).status).toBe(200)
  expect(
    (await member.post('/api/settings/totp/confirm', { code: '123' })).json.error.fields.code,
  ).toBeDefined()
  expect((await world.visitor().post('/api/auth/login', login)).status).toBe(200)
})

test('a second setup replaces an unconfirmed one and is refused after a confirmed one', async ({
  world,
  member,
}) => {
  const first = await member.post('/api/settings/totp', { password: PASSWORD })
  const second = await member.post('/api/settings/totp', { password: PASSWORD })
  const confirm = async (secret: string) =>
    (await member.post('/api/settings/totp/confirm', { code: await appWith(secret, world).code() }))
      .status
  expect([await confirm(first.json.secret), await confirm(second.json.secret)]).toEqual([422, 200])
  expect(await confirm(second.json.secret)).toBe(409)
  expect((await member.post('/api/settings/totp', { password: PASSWORD })).status).toBe(409)
})

test('turning two-step verification off needs the password and a code, or a fresh session', async ({
  world,
}) => {
  const { member, app, codes } = await memberWithApp(world)
  const remove = (json: object) => member.delete('/api/settings/totp', { json })
  expect(
    (await remove({ password: 'wrong', code: await app.code() })).json.error.fields.password,
  ).toBeDefined()
  expect(
    (await remove({ password: PASSWORD, code: '000000' })).json.error.fields.code,
  ).toBeDefined()
  expect((await remove({ password: PASSWORD })).status).toBe(422)
  await challengeOf(world.visitor(), member.user)
  expect((await remove({ password: PASSWORD, code: codes[0] })).status).toBe(204)
  expect((await remove({ password: PASSWORD, code: codes[1] })).status).toBe(409)
  const login = { email: member.user.email, password: PASSWORD }
  expect((await world.visitor().post('/api/auth/login', login)).status).toBe(200)
  const left = await world.db.all(sql`
    SELECT user_id FROM recovery_codes WHERE user_id = ${member.user.uid}
    UNION ALL SELECT user_id FROM login_challenges WHERE user_id = ${member.user.uid}`)
  expect(left).toEqual([])
})

test('turning two-step verification on or off sends one notification and one mail', async ({
  world,
}) => {
  const { member, codes } = await memberWithApp(world, { isVerified: true })
  const remove = () =>
    member.delete('/api/settings/totp', { json: { password: PASSWORD, code: codes[0] } })
  await Promise.all([remove(), remove()])
  const mails = (await mailTo(world, member.user.email)).filter(({ kind }) => kind === 'security')
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Two-step verification is off for your Joule account',
    'Two-step verification is on for your Joule account',
  ])
  for (const { letter } of mails) expect(letter).toContain(member.ip)
  const { items } = (await member.get('/api/messages?category=system')).json
  expect(
    items.map(({ data, link }: { data: { event: string }; link: string }) => [data.event, link]),
  ).toEqual([
    ['second_factor_off', '/settings?tab=security'],
    ['second_factor_on', '/settings?tab=security'],
  ])
})

test('neither the database nor the export contains the secret or codes in plain text', async ({
  world,
  member,
}) => {
  const { secret } = (await member.post('/api/settings/totp', { password: PASSWORD })).json
  const code = await appWith(secret, world).code()
  const [recovery = ''] = (await member.post('/api/settings/totp/confirm', { code })).json
    .recovery_codes
  const rows = await world.db.all(sql`SELECT * FROM user_totp WHERE user_id = ${member.user.uid}`)
  const storedCodes = await world.db.all(
    sql`SELECT * FROM recovery_codes WHERE user_id = ${member.user.uid}`,
  )
  const { text, json } = await member.get('/api/settings/export')
  expect(json.second_factor).toMatchObject([{ confirmed_at: world.now.toISOString() }])
  for (const stored of [JSON.stringify(rows), JSON.stringify(storedCodes), text]) {
    for (const plain of [secret, recovery, recovery.replaceAll('-', '')])
      expect(stored).not.toContain(plain)
  }
  expect(text).not.toContain(String((rows[0] as { secret: string }).secret))
})

test('the cron re-encrypts TOTP secrets after a key rotation, and app codes stay valid', async ({
  world,
}) => {
  const { member, app } = await memberWithApp(world)
  const secrets = secretsOf(world.env)
  const newer = 'a newer secret of the site, long enough to sign with'
  await reencrypt(world.db, [newer, ...secrets])
  const keyOf = async () =>
    (
      await world.db.first(
        sql<{ key_id: string }>`SELECT key_id FROM user_totp WHERE user_id = ${member.user.uid}`,
      )
    )?.key_id
  const renewed = await keyOf()
  // The site has only the old secret here, so it cannot decrypt the TOTP secret until it is
  // re-encrypted with the old one.
  const challenge = await challengeOf(world.visitor(), member.user)
  const verify = { challenge, code: await app.code() }
  expect((await world.visitor().post('/api/auth/login/verify', verify)).status).toBe(422)
  await reencrypt(world.db, [...secrets, newer] as [string, ...string[]])
  expect(await keyOf()).not.toBe(renewed)
  expect((await world.visitor().post('/api/auth/login/verify', verify)).status).toBe(200)
})
