import type { RequestListener } from 'node:http'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { newWebhookSecret } from '#features/operations/webhooks/secrets.ts'
import { openDataFolder } from '../../../scripts/site/data-folder.ts'
import { folderWith } from '../scripts/support/folders.ts'
import { runningOn } from '../support/running-site.ts'
import { serve } from '../support/serve.ts'
import { putEmptySite } from '../support/small-site.ts'
import { inDatabase } from '../support/storage.ts'

/**
 * Receivers by what they do, with the status, the response and the problem that the site records.
 */
const RECEIVERS: Record<
  string,
  { listen: RequestListener; outcome: [string, number | null, RegExp | null] }
> = {
  accepts: { listen: (_, response) => response.writeHead(204).end(), outcome: ['sent', 204, null] },
  fails: {
    listen: (_, response) => response.writeHead(500).end('no'),
    outcome: ['queued', 500, /HTTP 500/],
  },
  redirects: {
    listen: (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    outcome: ['queued', 302, /HTTP 302/],
  },
  'is gone': {
    listen: (_, response) => response.writeHead(410).end(),
    outcome: ['failed', 410, /HTTP 410/],
  },
  'answers 200 MB': {
    listen: (_, response) => {
      const part = Buffer.alloc(1024 * 1024)
      let left = 200
      const more = () => {
        while (left > 0 && !response.destroyed) {
          left -= 1
          if (!response.write(part)) return void response.once('drain', more)
        }
        response.end()
      }
      more()
    },
    outcome: ['sent', 200, null],
  },
  'closes in the middle': {
    listen: (_, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('half')
      response.destroy()
    },
    outcome: ['queued', null, /Error/],
  },
  'closes at once': {
    listen: (request) => request.socket.destroy(),
    outcome: ['queued', null, /Error/],
  },
  hangs: { listen: () => {}, outcome: ['queued', null, /Timeout/] },
}

test('a run delivers to every receiver, whatever the others do, and records each outcome', async () => {
  const folder = await folderWith()
  await putEmptySite(folder)
  const data = await openDataFolder(folder)
  const at = new Date().toISOString()
  const taken: { headers: Record<string, string>; body: string }[] = []
  const { shown, secret, keyId } = await newWebhookSecret([data.secret])
  for (const [n, { listen }] of Object.values(RECEIVERS).entries()) {
    const url = await serve((request, body, response) => {
      taken[n] = { headers: request.headers as Record<string, string>, body: body.toString() }
      listen(request, response)
    })
    const { host } = new URL(url)
    await inDatabase(
      folder,
      `INSERT INTO webhooks (id, url, host, events, secret, key_id, site, language, created_at)
       VALUES (${n + 1}, 'http://${host}/hook', '${host}', '[]', '${secret}', '${keyId}', 'http://joule.test', 'en', '${at}')`,
    )
    await inDatabase(
      folder,
      `INSERT INTO outbox (channel, kind, target, ref, payload, status, next_attempt_at, created_at)
       VALUES ('webhook', 'webhook.test', '${host}', ${n + 1}, '{"id":"msg_${n}","of":${n + 1}}', 'queued', '${at}', '${at}')`,
    )
  }
  const runtime = await runningOn(folder)
  await runtime.scheduled('* * * * *', new Date())
  const { results } = await runtime.storage.DB.prepare(
    `SELECT status, response_status, problem, duration_ms FROM outbox WHERE channel = 'webhook' ORDER BY ref`,
  ).all<{
    status: string
    response_status: number | null
    problem: string | null
    duration_ms: number
  }>()
  for (const [n, [name, { outcome }]] of Object.entries(RECEIVERS).entries()) {
    const [status, response, problem] = outcome
    expect(results[n], name).toMatchObject({ status, response_status: response })
    if (problem) expect(results[n]?.problem, name).toMatch(problem)
    expect(results[n]?.duration_ms, name).toBeGreaterThanOrEqual(0)
  }
  const [accepted] = taken
  expect(new Webhook(shown).verify(accepted?.body ?? '', accepted?.headers ?? {})).toMatchObject({
    type: 'webhook.test',
  })
})
