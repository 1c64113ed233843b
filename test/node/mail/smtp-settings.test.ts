import { expect, test } from 'vitest'
import { lettersSmtpIn, smtpIn } from '../../../scripts/site/smtp-settings.ts'

const FROM = 'Joule <mail@community.example.com>'
const parts = (url: string) => {
  const { host, port, tls, auth } = smtpIn(url, FROM) ?? {}
  return { host, port, tls, auth }
}

test('TLS is required, except for a server on this machine or on request', () => {
  const auth = { user: 'me@example.com', pass: 'a/b%c:d' }
  const login = 'me%40example.com:a%2Fb%25c%3Ad@'
  expect(parts(`smtps://${login}mx.example.com`)).toEqual({
    host: 'mx.example.com',
    port: 465,
    tls: 'implicit',
    auth,
  })
  expect(parts(`smtp://${login}mx.example.com/`)).toEqual({
    host: 'mx.example.com',
    port: 587,
    tls: 'starttls',
    auth,
  })
  expect(parts('smtp://postfix:25?tls=off')).toEqual({
    host: 'postfix',
    port: 25,
    tls: 'off',
    auth: null,
  })
  expect(parts('smtps://localhost').tls).toBe('implicit')
  for (const host of ['localhost', '127.0.0.1', '127.0.0.53', '[::1]'])
    expect(parts(`smtp://${host}`).tls).toBe('off')
  expect(parts('smtp://localhost?tls=starttls').tls).toBe('starttls')
  for (const host of ['127.example.com', 'localhost.example.com', '10.0.0.1', '[::2]'])
    expect(parts(`smtp://${host}`).tls).toBe('starttls')
})

test.each([
  'mx.example.com:587',
  'https://user:secret@mx.example.com',
  'smtp:',
  'smtp://',
  'smtps://user:secret@',
  'smtps://user:secret@mx.example.com/inbox',
  'smtps://user:secret@mx.example.com#secret',
  'smtps://user:secret@mx.example.com:99999',
  'smtps://user:secret/secret@mx.example.com',
  'smtps://user:secret%zz@mx.example.com',
  'smtps://user@mx.example.com',
  'smtps://:secret@mx.example.com',
  'smtps://user:secret@mx.example.com?tls=off',
  'smtp://user:secret@mx.example.com?tls=no',
  'smtp://user:secret@mx.example.com?rejectUnauthorized=false',
])('SMTP_URL=%s is refused in one line that does not contain it', (url) => {
  expect(() => smtpIn(url, FROM)).toThrow(/^SMTP_URL is wrong: (?:(?!secret|\n).)+$/)
})

test('MAIL_FROM must be a sender; without SMTP_URL there is no mail server', () => {
  expect([smtpIn(undefined, FROM), smtpIn('', undefined)]).toEqual([null, null])
  expect(() => smtpIn('smtp://localhost', '')).toThrow('SMTP_URL needs MAIL_FROM')
  for (const from of ['Joule', 'a@b <c', 'Joule <a@b>\nBcc: eve@example.com', '<>', 'a@b, c@d'])
    expect(() => smtpIn('smtp://localhost', from)).toThrow(/^MAIL_FROM must be a sender such as /)
  const { sender } = smtpIn('smtp://localhost', '焦耳 <mail@joule.test>') ?? {}
  expect(sender).toEqual({ email: 'mail@joule.test', name: '焦耳' })
})

test('the sender of letters must differ from that of account mail, and DKIM needs a key and a selector', () => {
  const env = {
    LETTERS_SMTP_URL: 'smtps://mx.example.com',
    LETTERS_FROM: 'News <news@letters.example.com>',
  }
  const mail = smtpIn('smtp://localhost', FROM)
  expect(lettersSmtpIn({}, mail)).toBeNull()
  const sender = { email: 'news@letters.example.com' }
  expect(lettersSmtpIn(env, mail)).toMatchObject({ host: 'mx.example.com', sender })
  for (const [wrong, message] of [
    [{ LETTERS_FROM: FROM }, 'LETTERS_FROM must be another address'],
    [{ LETTERS_FROM: '' }, 'LETTERS_SMTP_URL needs LETTERS_FROM'],
    [{ LETTERS_SMTP_URL: 'mx' }, 'LETTERS_SMTP_URL is wrong'],
    [{ LETTERS_DKIM_SELECTOR: 'joule' }, 'DKIM needs both'],
    [
      { LETTERS_DKIM_SELECTOR: 'joule', LETTERS_DKIM_KEY: '/nowhere' },
      'LETTERS_DKIM_KEY must be a file',
    ],
  ] as const)
    expect(() => lettersSmtpIn({ ...env, ...wrong }, mail)).toThrow(message)
})
