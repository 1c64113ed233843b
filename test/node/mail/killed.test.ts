import { expect, test } from 'vitest'
import { newWebhookSecret } from '#features/operations/webhooks/secrets.ts'
import { isLong, LONG } from '#test/long.ts'
import { openDataFolder } from '../../../scripts/site/data-folder.ts'
import { openRuntime, type Runtime } from '../../../scripts/site/miniflare.ts'
import { folderWith } from '../scripts/support/folders.ts'
import { builtSite } from '../support/built.ts'
import { serve } from '../support/serve.ts'
import { putEmptySite } from '../support/small-site.ts'
import { inDatabase } from '../support/storage.ts'

const MAILS = 40
const EVENTS = 40
const HOUR = 3_600_000
/** Of the cron that sends mail. */
const CRON = '* * * * *'

const KILLS = 20

// The tests of core/mail and of the outbox have the short form: a run continues what another has claimed.
test.runIf(isLong)(
  'a site killed while sending loses no mail and no event, and sends nothing again whose response it recorded',
  LONG,
  async () => {
    await builtSite()
    const service = await openMailStub()
    const folder = await folderWith()
    let now = Date.now()
    await putEmptySite(folder)
    await addMails(folder, new Date(now))
    const data = await openDataFolder(folder)
    await addEvents(folder, new Date(now), service.url, data.secret)
    const live = async (use: (runtime: Runtime, pid: number) => Promise<unknown>) => {
      const pids: number[] = []
      const bindings = { MAIL_FROM: 'Joule <mail@joule.test>' }
      const runtime = await openRuntime({
        ...{ data, bindings, host: '127.0.0.1', port: 0, around: service.around },
        onLog() {},
        onRuntime: (pid) => pids.push(pid),
      })
      await use(runtime, pids.at(-1) ?? 0).finally(() => runtime.stop())
      // The claim of the killed process has expired by then.
      now += 6 * HOUR
    }

    for (let kill = 0; kill < KILLS; kill++) {
      await live(async (runtime, pid) => {
        const writtenDown = await sentIn(runtime)
        const before = service.taken.length
        const die = () => process.kill(pid, 'SIGKILL')
        const killed = service.dieAfter(1 + ((3 + 2 * kill) % 7), kill % 2 === 0, die)
        void runtime.scheduled(CRON, new Date(now)).catch(() => {})
        await killed
        const taken = service.taken.slice(before)
        expect(new Set(taken).size, 'twice in one life').toBe(taken.length)
        expect(taken.filter((subject) => writtenDown.includes(subject))).toEqual([])
      })
    }

    await live(async (runtime) => {
      const [writtenDown, before] = [await sentIn(runtime), service.taken.length]
      await runtime.scheduled(CRON, new Date(now))
      expect(service.taken.slice(before).filter((subject) => writtenDown.includes(subject))).toEqual([])
      expect(await sentIn(runtime)).toHaveLength(MAILS + EVENTS)
    })
    expect(new Set(service.taken).size).toBe(MAILS + EVENTS)
  },
)

/** Test events of one webhook. They go to one host, so they are sent one after the other. */
async function addEvents(folder: string, now: Date, url: string, siteSecret: string): Promise<void> {
  const { secret, keyId } = await newWebhookSecret([siteSecret])
  const at = `'${now.toISOString()}'`
  await inDatabase(
    folder,
    `INSERT INTO webhooks (id, url, host, events, secret, key_id, site, language, created_at)
     VALUES (1, '${url}', '${new URL(url).host}', '["post.published"]', '${secret}', '${keyId}', 'http://joule.test', 'en', ${at})`,
  )
  await inDatabase(
    folder,
    `INSERT INTO outbox (channel, kind, target, ref, payload, status, next_attempt_at, created_at)
     SELECT 'webhook', 'webhook.test', host, webhooks.id, json_object('id', 'msg_' || value, 'of', webhooks.id), 'queued', ${at}, ${at}
     FROM webhooks, json_each('${JSON.stringify(Array.from({ length: EVENTS }, (_, n) => n))}')`,
  )
}

/** Writes to the files: a runtime takes 0.3 s of CPU time. */
async function addMails(folder: string, now: Date): Promise<void> {
  const at = `'${now.toISOString()}'`
  await inDatabase(
    folder,
    `INSERT INTO outbox (user_id, kind, address, language, site, subject, letter, next_attempt_at, created_at)
     SELECT uid, 'test', email, 'en', 'http://joule.test', 'mail ' || value, '{"lines":[],"notes":[]}', ${at}, ${at}
     FROM users, json_each('${JSON.stringify(Array.from({ length: MAILS }, (_, n) => n))}')`,
  )
}

async function sentIn(runtime: Runtime): Promise<string[]> {
  const { DB } = runtime.storage
  const statement = DB.prepare(
    `SELECT coalesce(subject, payload ->> 'id') AS subject FROM outbox WHERE kind IN ('test', 'webhook.test') AND status = 'sent'`,
  )
  return (await statement.all<{ subject: string }>()).results.map(({ subject }) => subject)
}

/** A stub of the mail service and a receiver of webhooks, outside of the killed runtime, so that it knows what it accepted afterwards. */
async function openMailStub() {
  const taken: string[] = []
  let dying: { left: number; hasResponded: boolean; kill: () => void } | null = null
  const url = await serve(({ headers }, body, response) => {
    const subject = headers['webhook-id']?.toString() ?? body.toString()
    taken.push(subject)
    const respond = () => response.end(JSON.stringify({ messageId: `${subject} ${taken.length}` }))
    if (dying === null || --dying.left > 0) {
      respond()
      return
    }
    const { hasResponded, kill } = dying
    dying = null
    if (hasResponded) respond()
    kill()
  })
  return {
    url,
    taken,
    /** Calls `kill` after this many more accepted mails, with or without answering the last one. */
    dieAfter(left: number, hasResponded: boolean, kill: () => void): Promise<void> {
      return new Promise((resolve) => {
        dying = {
          left,
          hasResponded,
          kill() {
            kill()
            resolve()
          },
        }
      })
    },
    /** A module around the Worker that uses this service. */
    around: (entry: string) => `
import site from '${entry}'
export * from '${entry}'

const EMAIL = {
  async send({ subject }) {
    return (await fetch('${url}', { method: 'POST', body: subject })).json()
  },
}

export default { ...site, scheduled: (event, env, context) => site.scheduled(event, { ...env, EMAIL }, context) }
`,
  }
}
