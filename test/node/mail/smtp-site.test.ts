import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { PROJECT_NODE } from '../../../scripts/bootstrap/project-node.mjs'
import { buildSite } from '../../../scripts/build/index.ts'
import { inRoot } from '../../../scripts/build/paths.ts'
import { openDataFolder } from '../../../scripts/site/data-folder.ts'
import { mailWorker } from '../../../scripts/site/mail-worker.ts'
import { openRuntime } from '../../../scripts/site/runtime.ts'
import { smtpIn } from '../../../scripts/site/smtp-settings.ts'
import { folderWith } from '../scripts/support/folders.ts'
import { Start } from '../scripts/support/start.ts'
import { visit } from '../scripts/support/visit.ts'
import { OWNER, putSmallSite } from '../support/small-site.ts'
import { CERTIFICATE } from './certificate.ts'
import { MailServer, USER } from './mail-server.ts'

beforeAll(buildSite)

const FROM = '焦耳 <mail@joule.test>'
const LOGIN = `${encodeURIComponent(USER.user)}:${encodeURIComponent(USER.pass)}@`
/** Of the cron that sends mail. */
const CRON = '*/15 * * * *'
const MINUTE = 60_000

test('a site sends its mail by SMTP: a 4xx is retried, a 5xx is final and shown to the owner', async () => {
  const server = new MailServer()
  const data = await folderWith()
  await putSmallSite(data)
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => logged.mockRestore())
  const smtp = smtpIn(`smtp://${LOGIN}127.0.0.1:${await server.listen()}`, FROM)
  const workerLog: string[] = []
  const runtime = await openRuntime({
    ...{ data: await openDataFolder(data), bindings: { LOG_SHARE: '1' }, host: '127.0.0.1', port: 0, smtp },
    onLog: ({ message }) => workerLog.push(message),
  })
  onTestFinished(() => runtime.stop())
  const { DB } = await runtime.storage()
  const mails = async () => {
    const rows = DB.prepare('SELECT address, status, attempts, problem, message_id FROM outbox ORDER BY id')
    return (await rows.all<Record<string, unknown>>()).results
  }
  const forgot = async (email: string) => (await visit(runtime.url)).post('/api/auth/forgot-password', { email })
  // The link of a reset mail lives for 30 minutes.
  const later = new Date(Date.now() + 10 * MINUTE)

  expect(await (await fetch(`${runtime.url}/forgot`, { headers: EN })).text()).toContain('Send reset link')

  // Clients of this port can address other Workers of the runtime. The one that sends mail answers no requests.
  const override = await fetch(runtime.url, {
    method: 'POST',
    headers: { 'MF-Route-Override': 'joule-mail' },
    body: '{}',
  })
  expect(override.status).toBe(500)

  server.refuses = { 'RCPT TO': '450 4.7.1 Greylisted' }
  await forgot('ada@joule.test')
  await expect
    .poll(mails)
    .toMatchObject([{ status: 'waiting', attempts: 1, problem: expect.stringMatching(/450 4\.7/) }])
  server.refuses = {}
  await runtime.scheduled(CRON, later)
  expect(await mails()).toMatchObject([{ status: 'sent', attempts: 2, problem: null, message_id: expect.any(String) }])
  expect(server.received).toMatchObject([{ from: 'mail@joule.test', to: ['ada@joule.test'], user: USER.user }])
  expect(server.received[0]?.headers.get('from')).toBe('焦耳 <mail@joule.test>')

  server.refuses = { 'RCPT TO': '550 5.1.1 <lin@joule.test> unknown' }
  await forgot('lin@joule.test')
  const failed = { address: 'lin@joule.test', status: 'failed', attempts: 1 }
  await expect.poll(async () => (await mails())[1]).toMatchObject(failed)
  server.refuses = {}
  await runtime.scheduled(CRON, later)
  expect((await mails())[1]).toMatchObject(failed)
  expect(server.received).toHaveLength(1)

  const owner = await signedIn(runtime.url)
  const page = await (await fetch(`${runtime.url}/admin/mail`, { headers: { ...EN, cookie: owner } })).text()
  expect(page).toContain('550 5.1.1 &lt;lin@joule.test&gt; unknown')
  expect(page).not.toContain('no mail service')

  const lines = logged.mock.calls.flat()
  expect(lines).toEqual(
    [450, 550].map((code) => `joule: a mail was not sent: the mail server answered ${code} to RCPT TO`),
  )
  expect(workerLog.join('\n')).not.toMatch(/@joule\.test|token=|p@ss|unknown/)
})

test('a local process without the key of the runtime sends no mail', async () => {
  const smtp = smtpIn('smtp://localhost', FROM)
  if (!smtp) throw new Error('no server')
  const { NODE } = mailWorker(smtp, {}).serviceBindings
  for (const headers of [{}, { authorization: 'wrong' }])
    expect((await NODE(new Request('http://joule.invalid/', { method: 'POST', headers, body: '{}' }))).status).toBe(403)
})

const EN = { 'accept-language': 'en' }

async function signedIn(url: string): Promise<string> {
  const answer = await (await visit(url)).post('/api/auth/login', OWNER)
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

test('npm start names the mail server, and refuses a wrong SMTP_URL or MAIL_FROM in one line', async () => {
  const data = await folderWith()
  await putSmallSite(data)
  const smtp = { SMTP_URL: `smtps://${LOGIN}mx.example.com`, MAIL_FROM: FROM }
  const site = new Start({ PORT: '0', JOULE_DATA: data, ...smtp })
  await site.url()
  await expect.poll(() => site.output).toContain(`Mail is sent through mx.example.com as ${FROM}.`)
  expect(site.output).not.toMatch(/sends no mail|wörd|p%40ss/)
  await site.end('SIGTERM')

  for (const [wrong, line] of [
    [{ ...smtp, SMTP_URL: 'smtps://user:secret@/' }, /^joule: SMTP_URL is wrong: (?:(?!secret).)+\n$/],
    [{ ...smtp, MAIL_FROM: 'nobody' }, /^joule: MAIL_FROM must be a sender such as .+, not "nobody"\n$/],
    [{ ...smtp, MAIL_FROM: '' }, /^joule: SMTP_URL needs MAIL_FROM.+\n$/],
  ] as const) {
    const refused = new Start({ PORT: '0', JOULE_DATA: data, ...wrong })
    expect(await refused.exit()).toBe(1)
    expect(refused.output).toMatch(line)
  }
})

test('mail-test prints the answer of the mail server in one line, with an exit code', async () => {
  const ca = join(await folderWith(), 'ca.pem')
  await writeFile(ca, CERTIFICATE)
  const server = new MailServer({ secure: true })
  const port = await server.listen()
  const env = { SMTP_URL: `smtps://${LOGIN}localhost:${port}`, MAIL_FROM: FROM, NODE_EXTRA_CA_CERTS: ca }

  expect(await mailTest(['ada@example.com'], env)).toEqual([
    0,
    `localhost:${port} accepted the mail: 250 queued as 42\n`,
  ])
  expect(server.received).toMatchObject([{ to: ['ada@example.com'], from: 'mail@joule.test', isSecure: true }])
  server.refuses = { DATA: '554 5.6.0 Looks like spam' }
  expect(await mailTest(['ada@example.com'], env)).toEqual([1, `joule: localhost:${port}: 554 5.6.0 Looks like spam\n`])
  const untrusted = { ...env, NODE_EXTRA_CA_CERTS: '' }
  expect(await mailTest(['ada@example.com'], untrusted)).toEqual([
    1,
    expect.stringMatching(/^joule: localhost:\d+: self-signed certificate\n$/),
  ])
  expect(await mailTest(['ada@example.com'], {})).toEqual([1, expect.stringMatching(/^joule: set SMTP_URL .+\n$/)])
  expect(await mailTest([], env)).toEqual([1, 'joule: usage: npm run joule -- mail-test <address>\n'])
})

async function mailTest(args: string[], env: Record<string, string>) {
  const child = spawn(PROJECT_NODE, [inRoot('scripts/run.mjs'), 'joule', 'mail-test', ...args], {
    env: { PATH: process.env.PATH, ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const [code] = await once(child, 'close')
  return [code, output]
}
