import { sql } from 'drizzle-orm'
import type { OutboxRow } from '#db/schema/core.ts'
import {
  MAIL_KINDS,
  OPEN_KINDS,
  type OpenKind,
  type VerifiedKind,
} from '#features/core/mail/kinds.ts'
import type { Written } from '#features/core/mail/mail-text.ts'
import { addressOf, mail } from '#features/core/mail/outbox.ts'
import { DAY, HOUR } from '#kernel/clock.ts'
import { newSecret } from '#kernel/crypto/secrets.ts'
import type { Language } from '#kernel/i18n.ts'
import {
  MAILS_A_DAY,
  UNSOLICITED_MAILS_A_DAY,
  UNVERIFIED_MAILS_A_DAY,
  UNVERIFIED_MAILS_AN_HOUR,
} from '#kernel/rate-limits.ts'
import { mailTo } from '#test/mailbox.ts'
import { expect, test } from '#test/test.ts'
import { World } from '#test/world.ts'
import { MAIL_TEXT } from './fixtures.ts'

const ORIGIN = { site: 'http://joule.test', language: 'en' } as const
const isOpen = (kind: OutboxRow['kind']): kind is OpenKind => OPEN_KINDS.includes(kind)
const write = (token: string, _language: Language): Written => ({
  subject: 'A link',
  text: { lines: [token], notes: [] },
})

async function statementOf(kind: OutboxRow['kind'], to: ReturnType<typeof addressOf>, now: Date) {
  if (isOpen(kind)) return mail(to, { ...ORIGIN, kind, secret: await newSecret(), write }, now)
  const quoted: VerifiedKind = kind
  return mail(to, { ...ORIGIN, kind: quoted, subject: 'A subject', text: MAIL_TEXT }, now)
}

async function setUp(isVerified: boolean) {
  const world = new World()
  const { uid, email } = await world.user({ isVerified })
  /** Returns whether the outbox accepted the mail. */
  const send = async (kind: OutboxRow['kind'], to = addressOf(uid)) => {
    const [accepted] = await world.db.batch([await statementOf(kind, to, world.now)])
    return accepted.length === 1
  }
  const fill = async (kind: OutboxRow['kind']) => {
    let sent = 0
    while (await send(kind)) sent++
    return sent
  }
  return { world, uid, email, send, fill }
}

test.each(Object.keys(MAIL_KINDS) as OutboxRow['kind'][])(
  'a mail of kind %s is accepted for a verified address; for another one only if it quotes no user',
  async (kind) => {
    expect(await (await setUp(true)).send(kind)).toBe(true)
    expect(await (await setUp(false)).send(kind)).toBe(['verify', 'email', 'reset'].includes(kind))
  },
)

test('an unverified address gets at most three links an hour and ten a day, all kinds together', async () => {
  const { world, send } = await setUp(false)
  const perHour: number[] = []
  for (let hour = 0; hour < 6; hour++) {
    const sent = [
      await send('reset'),
      await send('verify'),
      await send('email'),
      await send('reset'),
    ]
    perHour.push(sent.filter(Boolean).length)
    world.wait(HOUR)
  }
  expect(perHour).toEqual([3, 3, 3, 1, 0, 0])
  expect([UNVERIFIED_MAILS_AN_HOUR, UNVERIFIED_MAILS_A_DAY]).toEqual([3, 10])
  world.wait(DAY)
  expect(await send('reset')).toBe(true)
})

test('an address that another user has verified counts as unverified for the user who did not verify it', async () => {
  const { world, email, send } = await setUp(true)
  const stranger = await world.user({ isVerified: true })
  const to = sql`SELECT ${stranger.uid} AS uid, ${email} AS address`
  const sent = []
  for (let n = 0; n < 5; n++) sent.push(await send('email', to))
  expect(sent).toEqual([true, true, true, false, false])
  expect(await send('security', to)).toBe(false)
  expect(await send('reset')).toBe(true)
})

test('a verified address gets at most 50 mails a day, of which some are reserved for mails about the account', async () => {
  const { world, send, fill } = await setUp(true)
  expect(await fill('notices')).toBe(UNSOLICITED_MAILS_A_DAY)
  expect(await send('reset')).toBe(false)
  expect(await fill('security')).toBe(MAILS_A_DAY - UNSOLICITED_MAILS_A_DAY)
  expect(await send('sign_in')).toBe(false)
  expect(await send('digest')).toBe(true)
  expect(MAILS_A_DAY).toBe(50)
  world.wait(DAY)
  expect(await send('security')).toBe(true)
})

test('a mail that a limit refuses does not invalidate the link of the mail before it', async ({
  world,
  member,
}) => {
  for (let n = 0; n < UNVERIFIED_MAILS_AN_HOUR + 2; n++) {
    expect((await member.post('/api/settings/email/verify')).status).toBe(202)
  }
  const [newest, ...older] = await mailTo(world, member.user.email)
  expect(older).toHaveLength(UNVERIFIED_MAILS_AN_HOUR - 1)
  expect(newest?.letter).not.toBeNull()
  const tokens = await world.db.all(sql<{ token_hash: string }>`
    SELECT token_hash FROM user_tokens WHERE user_id = ${member.user.uid}`)
  expect(tokens).toEqual([{ token_hash: newest?.token_hash }])
})

test('the limits read only the index entries of the address', async () => {
  const { world, uid } = await setUp(true)
  const statement = await statementOf('security', addressOf(uid), world.now)
  const plan = await world.db.all(sql<{ detail: string }>`EXPLAIN QUERY PLAN ${statement}`)
  const reads = plan.map(({ detail }) => detail).filter((detail) => detail.includes('outbox'))
  expect(reads).toEqual([
    expect.stringMatching(/COVERING INDEX outbox_to_address \(address=\? AND created_at>\?\)/),
  ])
})
