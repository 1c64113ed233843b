import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { mailTest } from '../../../scripts/commands/index.ts'
import { mailWorker } from '../../../scripts/site/miniflare.ts'
import { smtpIn } from '../../../scripts/site/smtp-settings.ts'
import { Browser } from '../scripts/support/browser-client.ts'
import { folderWith } from '../scripts/support/folders.ts'
import { Script } from '../scripts/support/start.ts'
import { builtSite } from '../support/built.ts'
import { runningOn } from '../support/running-site.ts'
import { OWNER, putSmallSite } from '../support/small-site.ts'
import { CERTIFICATE, MailServer, USER } from './mail-server.ts'

beforeAll(builtSite)

const FROM = '焦耳 <mail@joule.test>'
const LOGIN = `${encodeURIComponent(USER.user)}:${encodeURIComponent(USER.pass)}@`
/** Of the cron that sends mail. */
const CRON = '* * * * *'
const MINUTE = 60_000

test('a site sends its mail by SMTP: a 4xx is retried, a 5xx is final and shown to the owner', async () => {
  const server = new MailServer()
  const data = await folderWith()
  await putSmallSite(data)
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => logged.mockRestore())
  const smtp = smtpIn(`smtp://${LOGIN}127.0.0.1:${await server.listen()}`, FROM)
  const workerLog: string[] = []
  const onLog = ({ message }: { message: string }) => workerLog.push(message)
  const runtime = await runningOn(data, { bindings: { LOG_SHARE: '1' }, smtp, onLog })
  const { DB } = runtime.storage
  const mails = async () => {
    const rows = DB.prepare(
      'SELECT address, status, attempts, problem, message_id FROM outbox ORDER BY id',
    )
    return (await rows.all<Record<string, unknown>>()).results
  }
  const forgot = async (email: string) =>
    Browser.at(runtime.url).post('/api/auth/forgot-password', { email })
  // The link of a reset mail lives for 30 minutes.
  const later = new Date(Date.now() + 10 * MINUTE)

  expect(await (await fetch(`${runtime.url}/forgot`, { headers: EN })).text()).toContain(
    'Send reset link',
  )

  // Clients of this port can address other Workers of the runtime. The one that sends mail answers
  // no requests.
  const headers = { 'MF-Route-Override': 'joule-mail' }
  expect((await fetch(runtime.url, { method: 'POST', headers, body: '{}' })).status).toBe(500)

  server.refuses = { 'RCPT TO': '450 4.7.1 Greylisted' }
  await forgot('ada@joule.test')
  const greylisted = { status: 'waiting', attempts: 1, problem: expect.stringMatching(/450 4\.7/) }
  await expect.poll(mails).toMatchObject([greylisted])
  server.refuses = {}
  await runtime.scheduled(CRON, later)
  expect(await mails()).toMatchObject([
    { status: 'sent', attempts: 2, problem: null, message_id: expect.any(String) },
  ])
  expect(server.received).toMatchObject([
    { from: 'mail@joule.test', to: ['ada@joule.test'], user: USER.user },
  ])
  expect(server.received[0]?.headers.get('from')).toBe('焦耳 <mail@joule.test>')

  server.refuses = { 'RCPT TO': '550 5.1.1 <lin@joule.test> unknown' }
  await forgot('lin@joule.test')
  const failed = { address: 'lin@joule.test', status: 'failed', attempts: 1 }
  await expect.poll(async () => (await mails())[1]).toMatchObject(failed)
  server.refuses = {}
  await runtime.scheduled(CRON, later)
  expect((await mails())[1]).toMatchObject(failed)
  expect(server.received).toHaveLength(1)

  const owner = Browser.at(runtime.url)
  await owner.post('/api/auth/login', OWNER)
  const { body: page } = await owner.get('/admin/mail', EN)
  expect(page).toContain('550 5.1.1 &lt;lin@joule.test&gt; unknown')
  expect(page).not.toContain('no mail service')

  const lines = logged.mock.calls.flat()
  expect(lines).toEqual(
    [450, 550].map(
      (code) => `joule: a mail was not sent: the mail server responded with ${code} to RCPT TO`,
    ),
  )
  expect(workerLog.join('\n')).not.toMatch(/@joule\.test|token=|p@ss|unknown/)
})

test('a local process without the key of the runtime sends no mail', async () => {
  const smtp = smtpIn('smtp://localhost', FROM)
  if (!smtp) throw new Error('no server')
  const { NODE } = mailWorker('joule-mail', smtp, {}).serviceBindings
  for (const headers of [{}, { authorization: 'wrong' }])
    expect(
      (await NODE(new Request('http://joule.invalid/', { method: 'POST', headers, body: '{}' })))
        .status,
    ).toBe(403)
})

const EN = { 'accept-language': 'en' }

test('mail-test prints the response of the mail server in one line', async () => {
  const server = new MailServer()
  const port = await server.listen()
  vi.stubEnv('SMTP_URL', `smtp://${LOGIN}127.0.0.1:${port}`)
  vi.stubEnv('MAIL_FROM', FROM)
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(await mailTestHere('ada@example.com')).toBe(
    `127.0.0.1:${port} accepted the mail: 250 queued as 42`,
  )
  expect(server.received).toMatchObject([{ to: ['ada@example.com'], from: 'mail@joule.test' }])
  server.refuses = { DATA: '554 5.6.0 Looks like spam' }
  await expect(mailTestHere('ada@example.com')).rejects.toThrow(
    `127.0.0.1:${port}: 554 5.6.0 Looks like spam`,
  )
  await expect(mailTestHere()).rejects.toThrow('usage: npm run joule -- mail-test <address>')
  vi.stubEnv('SMTP_URL', '')
  await expect(mailTestHere('ada@example.com')).rejects.toThrow(/^set SMTP_URL .+$/)
})

async function mailTestHere(...args: string[]): Promise<string> {
  const lines: string[] = []
  await mailTest.run(
    { print: (line) => void lines.push(line) } as Parameters<typeof mailTest.run>[0],
    args,
  )
  return lines.join('\n')
}

test('mail-test verifies the certificate of the mail server, and has an exit code', async () => {
  const ca = join(await folderWith(), 'ca.pem')
  await writeFile(ca, CERTIFICATE)
  const server = new MailServer({ secure: true })
  const port = await server.listen()
  const env = { SMTP_URL: `smtps://${LOGIN}localhost:${port}`, MAIL_FROM: FROM }
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  onTestFinished(() => void vi.unstubAllEnvs())
  await expect(mailTestHere('ada@example.com')).rejects.toThrow(
    `localhost:${port}: self-signed certificate`,
  )
  expect(server.logins).toBe(0)
  // This response comes after the certificate was accepted.
  server.refuses = { DATA: '554 5.6.0 Looks like spam' }
  const refused = `joule: localhost:${port}: 554 5.6.0 Looks like spam\n`
  const surroundings = { PATH: process.env.PATH, ...env, NODE_EXTRA_CA_CERTS: ca }
  const command = new Script(
    'scripts/run.mjs',
    ['joule', 'mail-test', 'ada@example.com'],
    surroundings,
  )
  expect(await command.outcome()).toEqual({ code: 1, output: refused })
})
