import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Mail, openSmtp } from '../../../scripts/site/smtp.ts'
import { lettersSmtpIn, type Smtp, smtpIn } from '../../../scripts/site/smtp-settings.ts'
import { folderWith } from '../scripts/support/folders.ts'
import { freePort } from '../support/serve.ts'
import { CERTIFICATE, MailServer, USER } from './mail-server.ts'

const TRUSTED = getCACertificates('bundled')
const trustOurs = () => setDefaultCACertificates([...TRUSTED, CERTIFICATE])
beforeAll(() => {
  trustOurs()
  // Other files run in the same process.
  return () => setDefaultCACertificates(TRUSTED)
})

const LOGIN = `${encodeURIComponent(USER.user)}:${encodeURIComponent(USER.pass)}@`
const MAIL: Mail = {
  from: { email: 'mail@joule.test', name: '焦耳 "Joule"' },
  to: 'ada@example.com',
  subject: '验证你的邮箱 · Prüfe deine Adresse, 一封比较长的主题一封比较长的主题一封比较长的主题',
  text: '你好, Ada\n',
  html: '<p>你好, Ada</p>',
  headers: { 'Auto-Submitted': 'auto-generated', 'List-Unsubscribe': '<https://joule.test/u?t=1>' },
}

function serverAt(url: string): Smtp {
  const smtp = smtpIn(url, 'Joule <mail@joule.test>')
  if (!smtp) throw new Error('no server')
  return smtp
}

const send = (url: string, mail = MAIL, timeout = 20_000) =>
  openSmtp(serverAt(url), { timeout })(mail)

test('a mail arrives through implicit TLS, through STARTTLS and through a plain local connection', async () => {
  for (const { scheme, options, host, query, isSecure } of [
    { scheme: 'smtps', options: { secure: true }, host: 'localhost', query: '', isSecure: true },
    { scheme: 'smtp', options: {}, host: 'localhost', query: '?tls=starttls', isSecure: true },
    { scheme: 'smtp', options: {}, host: '127.0.0.1', query: '', isSecure: false },
  ]) {
    const server = new MailServer(options)
    const response = await send(`${scheme}://${LOGIN}${host}:${await server.listen()}${query}`)
    expect(response).toEqual({
      messageId: expect.stringMatching(/^<\S+@joule\.test>$/),
      response: '250 queued as 42',
    })
    const [mail] = server.received
    expect(mail).toMatchObject({
      from: 'mail@joule.test',
      to: ['ada@example.com'],
      user: USER.user,
      isSecure,
    })
    expect(mail?.headers.get('subject')).toBe(MAIL.subject)
    expect(mail?.headers.get('from')).toMatch(/^"?焦耳 \\?"Joule\\?""? <mail@joule\.test>$/)
    expect(mail?.headers.get('to')).toBe('ada@example.com')
    expect(mail?.headers.get('auto-submitted')).toBe('auto-generated')
    expect(mail?.headers.get('list-unsubscribe')).toBe('<https://joule.test/u?t=1>')
    expect(mail?.raw).toMatch(/text\/plain; charset=utf-8[\s\S]*text\/html; charset=utf-8/)
    expect(mail?.raw).toMatch(/^[\x20-\x7e\r\n\t]*$/)
  }
})

test.each([
  ['that is not trusted', 'localhost', TRUSTED],
  ['of another host', '127.0.0.1', [...TRUSTED, CERTIFICATE]],
])('a mail server with a certificate %s is refused before the login', async (_, host, trusted) => {
  setDefaultCACertificates(trusted)
  onTestFinished(trustOurs)
  for (const secure of [true, false]) {
    const server = new MailServer({ secure })
    const address = `${LOGIN}${host}:${await server.listen()}`
    expect(await send(secure ? `smtps://${address}` : `smtp://${address}?tls=starttls`)).toEqual({
      code: 'E_SMTP_UNAVAILABLE',
      message: expect.stringMatching(/self-signed certificate|not in the cert's list/),
    })
    expect([server.logins, server.received]).toEqual([0, []])
  }
})

test('a mail server without STARTTLS gets neither the password nor the mail', async () => {
  const server = new MailServer({ hideSTARTTLS: true, disabledCommands: ['STARTTLS'] })
  const response = await send(`smtp://${LOGIN}localhost:${await server.listen()}?tls=starttls`)
  expect(response).toMatchObject({ code: expect.stringMatching(/^E_SMTP_/) })
  expect([server.logins, server.received]).toEqual([0, []])
})

test.each([
  ['CONN', '421 4.3.2 Too busy', 'E_SMTP_UNAVAILABLE'],
  ['CONN', '554 5.3.2 No service', 'E_SMTP_REFUSED'],
  ['AUTH', '454 4.7.0 Temporary failure', 'E_SMTP_UNAVAILABLE'],
  ['AUTH', '535 5.7.8 Wrong password', 'E_SMTP_REFUSED'],
  ['MAIL FROM', '451 4.3.0 Try later', 'E_SMTP_UNAVAILABLE'],
  ['MAIL FROM', '553 5.1.8 Sender not yours', 'E_VALIDATION_ERROR'],
  ['RCPT TO', '450 4.7.1 Greylisted', 'E_DELIVERY_FAILED'],
  ['RCPT TO', '550 5.1.1 No such user', 'E_RECIPIENT_NOT_ALLOWED'],
  ['RCPT TO', '550 No such user', 'E_RECIPIENT_NOT_ALLOWED'],
  ['RCPT TO', '554 5.7.1 Relaying denied', 'E_VALIDATION_ERROR'],
  ['DATA', '452 4.3.1 Disk full', 'E_SMTP_UNAVAILABLE'],
  ['DATA', '554 5.6.0 Looks like spam', 'E_VALIDATION_ERROR'],
] as const)('an SMTP response to %s of "%s" has the outcome %s', async (command, said, code) => {
  const server = new MailServer()
  server.refuses = { [command]: said }
  expect(await send(`smtp://${LOGIN}127.0.0.1:${await server.listen()}`)).toEqual({
    code,
    message: said,
  })
  expect(server.received).toEqual([])
})

test('a refused connection, a silent server and a server that stops answering are temporary failures', async () => {
  expect(await send(`smtp://127.0.0.1:${await freePort()}`)).toEqual({
    code: 'E_SMTP_UNAVAILABLE',
    message: expect.stringContaining('ECONNREFUSED'),
  })

  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  onTestFinished(() => void silent.close())
  for (const scheme of ['smtp', 'smtps']) {
    const url = `${scheme}://127.0.0.1:${(silent.address() as AddressInfo).port}`
    expect(await send(url, MAIL, 300)).toMatchObject({ code: 'E_SMTP_UNAVAILABLE' })
  }

  const stalled = new MailServer({ onData: (stream) => void stream.resume() })
  expect(await send(`smtp://127.0.0.1:${await stalled.listen()}`, MAIL, 300)).toMatchObject({
    code: 'E_SMTP_UNAVAILABLE',
    message: expect.stringMatching(/timeout/i),
  })
})

test('line breaks in names, subjects and headers add no header and no recipient', async () => {
  const server = new MailServer()
  const url = `smtp://127.0.0.1:${await server.listen()}`
  const evil = 'x\r\nBcc: eve@example.com\nX-Evil: 1\r\n\r\nbody'
  for (const mail of [
    { ...MAIL, from: { ...MAIL.from, name: evil } },
    { ...MAIL, from: { ...MAIL.from, name: `焦耳${evil}` } },
    { ...MAIL, subject: evil },
    { ...MAIL, headers: { 'Auto-Submitted': evil } },
    { ...MAIL, headers: { 'X-Name\r\nBcc: eve@example.com\r\nX-Evil': '1' } },
  ]) {
    expect(await send(url, mail)).toMatchObject({ response: '250 queued as 42' })
    const got = server.received.pop()
    expect(got?.to).toEqual(['ada@example.com'])
    expect(got?.headers.has('bcc')).toBe(false)
    expect(got?.headers.has('x-evil')).toBe(false)
  }
})

test('an address that is a list, or has a line break or a bracket, never adds a recipient', async () => {
  const server = new MailServer()
  const url = `smtp://127.0.0.1:${await server.listen()}`
  for (const to of [
    'ada@example.com, eve@example.com',
    'ada@example.com\r\nRCPT TO:<eve@example.com>',
    'ada@example.com> <eve@example.com',
    'Ada <eve@example.com>',
  ]) {
    await send(url, { ...MAIL, to })
    expect(
      server.received.flatMap(({ to }) => to).filter((address) => address === 'eve@example.com'),
    ).toEqual([])
  }
})

test('mails share at most three SMTP connections', async () => {
  const server = new MailServer()
  const sendMail = openSmtp(serverAt(`smtp://${LOGIN}127.0.0.1:${await server.listen()}`))
  await Promise.all(Array.from({ length: 10 }, () => sendMail(MAIL)))
  expect(server.received).toHaveLength(10)
  expect([server.busiest, server.logins].every((count) => count <= 3)).toBe(true)
})

test('the log of a failed mail has neither an address nor the response of the server', async () => {
  const server = new MailServer()
  server.refuses = { 'RCPT TO': '550 5.1.1 <ada@example.com> unknown' }
  const lines: string[] = []
  const port = await server.listen()
  await openSmtp(serverAt(`smtp://${LOGIN}127.0.0.1:${port}`), { log: (line) => lines.push(line) })(
    MAIL,
  )
  expect(lines).toEqual(['the mail server responded with 550 to RCPT TO'])
})

test('a signed letter passes DKIM, and the signature covers both headers of the one-click link', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'der' },
  })
  const key = join(await folderWith({ 'dkim.pem': privateKey }), 'dkim.pem')
  const server = new MailServer()
  const LETTERS_SMTP_URL = `smtp://127.0.0.1:${await server.listen()}`
  const dkim = { LETTERS_DKIM_KEY: key, LETTERS_DKIM_SELECTOR: 'joule' }
  const env = { LETTERS_SMTP_URL, LETTERS_FROM: 'News <news@letters.joule.test>', ...dkim }
  const smtp = lettersSmtpIn(env, serverAt('smtp://127.0.0.1'))
  if (!smtp) throw new Error('no server')
  const oneClick = { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
  await openSmtp(smtp)({ ...MAIL, from: smtp.sender, headers: { ...MAIL.headers, ...oneClick } })
  const raw = server.received[0]?.raw ?? ''
  const resolver = async (name: string) => {
    expect(name).toBe('joule._domainkey.letters.joule.test')
    return [[`v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`]]
  }
  const verdictOn = async (mail: string) => (await dkimVerify(mail, { resolver })).results[0]
  const verdict = await verdictOn(raw)
  expect(verdict?.status.result).toBe('pass')
  expect(verdict?.signingHeaders?.keys?.toLowerCase()).toMatch(
    /list-unsubscribe: list-unsubscribe-post/,
  )
  for (const [from, to] of [
    ['u?t=1', 'u?t=2'],
    ['=One-Click', '=Two-Click'],
  ] as const)
    expect((await verdictOn(raw.replace(from, to)))?.status.result).toBe('fail')
})
