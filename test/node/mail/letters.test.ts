import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { newWebhookSecret } from '#features/operations/webhooks/secrets.ts'
import { sealAddress } from '#features/publishing/letters/address.ts'
import { COST, isCost, isLong, LONG } from '#test/long.ts'
import { backUp } from '../../../scripts/backup/back-up.ts'
import { here } from '../../../scripts/backup/local.ts'
import { openDataFolder } from '../../../scripts/site/data-folder.ts'
import type { Runtime } from '../../../scripts/site/miniflare.ts'
import { lettersSmtpIn, smtpIn } from '../../../scripts/site/smtp-settings.ts'
import { processorOf } from '../../../tools/bench/processor.ts'
import { folderWith } from '../scripts/support/folders.ts'
import { runtimeOn } from '../support/running-site.ts'
import { serve } from '../support/serve.ts'
import { putEmptySite } from '../support/small-site.ts'
import { inDatabase } from '../support/storage.ts'
import { MailServer } from './mail-server.ts'

const SUBSCRIBERS = 10_000
/** The number of kills: a third of them while each of CHANNELS sends. */
const KILLS = 21
const CHANNELS = ['letter', 'mail', 'webhook'] as const
/** Mails and events that are due at each start. */
const OTHERS = 15
/** As mailSender sends them. */
const MAILS_AT_ONCE = 5
const MINUTE = 60_000
const EVERY_MINUTE = '* * * * *'
const SITE = 'https://joule.test'

/** A site with a published post and its subscribers, and a real mail server. */
async function setUp(subscribers: number) {
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => logged.mockRestore())
  const server = new MailServer()
  const LETTERS_SMTP_URL = `smtp://127.0.0.1:${await server.listen()}`
  const smtp = smtpIn(LETTERS_SMTP_URL, 'Joule <mail@joule.test>')
  const letters = lettersSmtpIn(
    { LETTERS_SMTP_URL, LETTERS_FROM: 'News <news@letters.joule.test>' },
    smtp,
  )
  const folder = await folderWith()
  await putEmptySite(folder)
  const { secret } = await openDataFolder(folder)
  const now = Date.now()
  const at = (minutes: number) => `'${new Date(now + minutes * MINUTE).toISOString()}'`
  const sealed = await Promise.all(
    Array.from({ length: subscribers }, (_, n) => sealAddress([secret], `reader${n}@example.com`)),
  )
  const rows = JSON.stringify(sealed)
  await inDatabase(
    folder,
    `UPDATE users SET exp = 100;
     INSERT INTO site_state (key, value) VALUES ('letters', ${at(-60)});
     INSERT INTO letter_subscribers (email_hash, email, key_id, language, time_zone, site, created_at)
     SELECT value ->> 'hash', value ->> 'text', value ->> 'keyId', 'en', 'UTC', '${SITE}', ${at(-60)} FROM json_each('${rows}');
     INSERT INTO letter_subscriptions (subscriber_id, kind, ref, cadence, created_at)
     SELECT id, 'site', '', 'each', ${at(-60)} FROM letter_subscribers;
     INSERT INTO posts (author_id, status, title, summary, body, created_at, updated_at, published_at)
     SELECT uid, 'approved', 'A letter', 'Its summary', '<p>Its text</p>', ${at(-20)}, ${at(-20)}, ${at(-20)} FROM users LIMIT 1`,
  )
  const open = (onRuntime: (pid: number) => void = () => {}) =>
    runtimeOn(folder, { smtp, letters, onRuntime })
  const figures = async ({ storage: { DB } }: Runtime) => {
    const rows = DB.prepare('SELECT state, sent, failed, bounced, problem FROM letters')
    return (await rows.all<{ state: string; problem: string }>()).results[0]
  }
  return { server, open, figures, folder, now }
}

// The tests of letters, mail and webhooks have the short form: a run continues where another one
// stopped.
test.runIf(isLong)(
  'a site killed while it sends letters, mails and webhooks loses none, and repeats only those in progress',
  LONG,
  async () => {
    const { server, open, figures, folder, ...site } = await setUp(SUBSCRIBERS)
    let { now } = site
    const taken: Record<(typeof CHANNELS)[number], string[]> = { letter: [], mail: [], webhook: [] }
    let kill: (() => void) | null = null
    let isDue = () => false
    const take = (channel: keyof typeof taken, key: string) => {
      taken[channel].push(key)
      if (isDue()) kill?.()
    }
    server.onMail = ({ headers, to }) =>
      headers.has('list-id') ? take('letter', `${to}`) : take('mail', `${headers.get('subject')}`)
    const hook = await serve(({ headers }, _, response) => {
      take('webhook', `${headers['webhook-id']}`)
      response.end()
    })
    await addWebhook(folder, hook)
    const run = async (runtime: Runtime) => {
      now += MINUTE
      await runtime.scheduled(EVERY_MINUTE, new Date(now))
    }
    for (let life = 0; life < KILLS; life++) {
      await addOthers(folder, hook, new Date(now), life)
      const channel = CHANNELS[life % CHANNELS.length] ?? 'letter'
      const others = taken[channel].length + 1 + (life % OTHERS)
      const wanted = channel === 'letter' ? (SUBSCRIBERS * (life + 1)) / (KILLS + 1) : others
      isDue = () => taken[channel].length >= wanted
      const pids: number[] = []
      const runtime = await open((pid) => pids.push(pid))
      const killed = new Promise<void>((resolve) => {
        kill = () => {
          process.kill(pids.at(-1) ?? 0, 'SIGKILL')
          kill = null
          resolve()
        }
      })
      const runs = async () => {
        while (kill) await run(runtime)
      }
      await Promise.race([runs(), killed])
      await runtime.stop()
      // The claims of the killed run have expired by then.
      now += 15 * MINUTE
    }
    const runtime = await open()
    onTestFinished(() => runtime.stop())
    while ((await figures(runtime))?.state !== 'sent' || (await waitingIn(runtime)) > 0)
      await run(runtime)
    const twice = CHANNELS.map((channel) => taken[channel].length - new Set(taken[channel]).size)
    console.log(
      `${KILLS} kills: ${CHANNELS.map((name, n) => `${taken[name].length} of ${name}, ${twice[n]} twice`).join('; ')}`,
    )
    const all = CHANNELS.map((channel) => new Set(taken[channel]).size)
    expect(all).toEqual([SUBSCRIBERS, KILLS * OTHERS, KILLS * OTHERS])
    // Letters and the events of one host go one after the other.
    for (const [n, inProgress] of [1, MAILS_AT_ONCE, 1].entries())
      expect(twice[n]).toBeLessThanOrEqual(KILLS * inProgress)
    expect(await figures(runtime)).toMatchObject({ sent: SUBSCRIBERS, problem: null })
  },
)

async function addWebhook(folder: string, url: string): Promise<void> {
  const { secret, keyId } = await newWebhookSecret([(await openDataFolder(folder)).secret])
  await inDatabase(
    folder,
    `INSERT INTO webhooks (id, url, host, events, secret, key_id, site, language, created_at)
     VALUES (1, '${url}', '${new URL(url).host}', '[]', '${secret}', '${keyId}', '${SITE}', 'en', '')`,
  )
}

/** Account mails and webhook events that are due when the site starts. */
async function addOthers(folder: string, hook: string, now: Date, life: number): Promise<void> {
  const at = now.toISOString()
  const numbers = JSON.stringify(Array.from({ length: OTHERS }, (_, n) => `${life}-${n}`))
  await inDatabase(
    folder,
    `INSERT INTO outbox (user_id, kind, address, language, site, subject, letter, next_attempt_at, created_at)
     SELECT uid, 'test', email, 'en', '${SITE}', value, '{"lines":[],"notes":[]}', '${at}', '${at}'
     FROM users, json_each('${numbers}');
     INSERT INTO outbox (channel, kind, target, ref, payload, status, next_attempt_at, created_at)
     SELECT 'webhook', 'webhook.test', '${new URL(hook).host}', 1, json_object('id', value, 'of', 1), 'queued', '${at}', '${at}'
     FROM json_each('${numbers}')`,
  )
}

async function waitingIn({ storage: { DB } }: Runtime): Promise<number> {
  const rows = DB.prepare(
    `SELECT COUNT(*) AS count FROM outbox WHERE status IN ('waiting', 'queued')`,
  )
  return (await rows.all<{ count: number }>()).results[0]?.count ?? 0
}

test('a slow mail server that rejects, greylists, drops and is full gets each letter once, and a backup has no address', async () => {
  const { server, open, figures, folder, ...site } = await setUp(12)
  server.delay = 30
  let { now } = site
  const runtime = await open()
  onTestFinished(() => runtime.stop())
  const run = async (minutes: number) => {
    now += minutes * MINUTE
    await runtime.scheduled(EVERY_MINUTE, new Date(now))
  }
  // Full: nothing is sent, and the letter waits.
  server.refuses = { 'MAIL FROM': '452 4.3.1 Daily quota exceeded' }
  await run(1)
  expect([server.received.length, (await figures(runtime))?.problem]).toEqual([
    0,
    expect.stringContaining('quota'),
  ])
  // Drops the open connection and new ones. A reader asks meanwhile.
  const later = '421 4.3.2 Come back later'
  server.refuses = { CONN: later, 'MAIL FROM': later }
  await run(61)
  const body = JSON.stringify({ kind: 'site', email: 'reader99@example.com' })
  const headers = { 'content-type': 'application/json', authorization: 'Bearer unknown' }
  expect(
    (await fetch(`${runtime.url}/api/letters`, { method: 'POST', headers, body })).status,
  ).toBe(202)
  expect(server.received).toEqual([])
  const refuses = (address: string) => {
    if (address === 'reader3@example.com') return '550 5.1.1 No such user'
    return address === 'reader5@example.com' || address === 'reader99@example.com'
      ? '450 4.7.1 Greylisted'
      : undefined
  }
  server.refuses = {}
  server.refusesAddress = refuses
  await run(6)
  expect(await figures(runtime)).toEqual({
    state: 'sent',
    sent: 10,
    failed: 0,
    bounced: 1,
    problem: null,
  })
  const letter = server.received.find(({ headers }) => headers.has('list-id'))
  expect(Object.fromEntries(letter?.headers ?? [])).toMatchObject({
    from: expect.stringMatching(/ · Joule <news@letters.joule.test>$/),
    'list-unsubscribe': expect.stringMatching(
      /^<https:\/\/joule\.test\/letters\/stop\?token=\S+>, <mailto:news@letters\.joule\.test\?subject=unsubscribe>$/,
    ),
    'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    'list-id': '<site.joule.test>',
    'feedback-id': 'site:letters:joule',
    precedence: 'bulk',
    'auto-submitted': 'auto-generated',
  })

  const backup = await folderWith()
  await backUp(here(runtime.storage, folder), backup, () => {}, new Date(now))
  const files = await readdir(join(backup, 'database'))
  const dump = (
    await Promise.all(files.map((file) => readFile(join(backup, 'database', file), 'utf8')))
  ).join('')
  expect(dump).toMatch(/INTO "?letter_requests"?/)
  expect(dump).toMatch(/INTO "?letter_subscribers"?/)
  // Base64 of the beginning, whatever follows.
  for (const encoding of ['utf8', 'base64', 'base64url', 'hex'] as const)
    for (const address of ['reader3@example.com', 'reader5@example.com', 'reader99@example.com'])
      expect(dump).not.toContain(
        Buffer.from(address.slice(0, 9)).toString(encoding).replaceAll('=', ''),
      )

  server.refusesAddress = () => undefined
  for (let n = 0; n < 3; n++) await run(2)
  expect(await figures(runtime)).toMatchObject({ sent: 11, bounced: 1 })
  const got = server.received.filter(({ headers }) => headers.has('list-id')).map(({ to }) => to[0])
  expect([got.length, new Set(got).size, got.includes('reader3@example.com')]).toEqual([
    11,
    11,
    false,
  ])
})

const COUNTED = 1000

test.runIf(isCost)('rendering and sending a letter takes little CPU time', COST, async () => {
  const { open, figures, now } = await setUp(COUNTED)
  const pids: number[] = []
  const runtime = await open((pid) => pids.push(pid))
  onTestFinished(() => runtime.stop())
  const used = () => processorOf(pids.at(-1) ?? 0).used
  const before = used()
  for (let minute = 1; (await figures(runtime))?.state !== 'sent'; minute++)
    await runtime.scheduled(EVERY_MINUTE, new Date(now + minute * MINUTE))
  const spent = used() - before
  console.log(`${COUNTED} letters: ${Math.round(spent)} ms of CPU in workerd`)
  expect(spent / COUNTED).toBeLessThan(15)
})
