import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { senderIn } from '#features/core/mail/mail-text.ts'
import { Failure } from '../bootstrap/failure.mjs'
import { isLoopback } from './proxy.ts'

/** The mail server of a site that does not run at Cloudflare. */
export interface Smtp {
  host: string
  port: number
  /**
   * `implicit`: TLS from the first byte. `starttls`: TLS is required before anything is sent. The
   * certificate is always verified.
   */
  tls: 'implicit' | 'starttls' | 'off'
  /** Null for a server without a login. */
  auth: { user: string; pass: string } | null
  /** The sender of all mail as the operator wrote it, such as `Joule <mail@example.com>`. */
  from: string
  /** The parts of `from`. */
  sender: { email: string; name: string }
  /** Only for letters: the address where readers may unsubscribe by mail. */
  mailto?: string
  /** The key with which this process signs letters. Without it, the mail server signs. */
  dkim?: { domainName: string; keySelector: string; privateKey: string }
}

/**
 * The names of the variables for account mail, and for letters, which need another sender
 * (docs/letters.md).
 */
const NAMES = {
  mail: { url: 'SMTP_URL', from: 'MAIL_FROM', example: '"Joule <mail@community.example.com>"' },
  letters: {
    url: 'LETTERS_SMTP_URL',
    from: 'LETTERS_FROM',
    example: '"Joule <news@letters.example.com>"',
  },
} as const

/**
 * Null without LETTERS_SMTP_URL: then letters are off. Refuses the sender of account mail, because
 * a complaint about a letter must not block account mail.
 */
export function lettersSmtpIn(env: NodeJS.ProcessEnv, mail: Smtp | null): Smtp | null {
  const found = smtpIn(env.LETTERS_SMTP_URL, env.LETTERS_FROM, 'letters')
  if (found === null) return null
  const smtp = { ...found, mailto: found.sender.email }
  if (smtp.sender.email === mail?.sender.email)
    throw new Failure(
      'LETTERS_FROM must be another address than MAIL_FROM, on a subdomain such as letters.example.com',
    )
  const { LETTERS_DKIM_KEY: file, LETTERS_DKIM_SELECTOR: keySelector } = env
  if (!file && !keySelector) return smtp
  if (!file || !keySelector)
    throw new Failure('DKIM needs both LETTERS_DKIM_KEY, a file, and LETTERS_DKIM_SELECTOR')
  const domainName = smtp.sender.email.slice(smtp.sender.email.lastIndexOf('@') + 1)
  return { ...smtp, dkim: { domainName, keySelector, privateKey: keyIn(file) } }
}

function keyIn(file: string): string {
  try {
    const key = readFileSync(file, 'utf8')
    if (key.includes('PRIVATE KEY')) return key
  } catch {
    // The message below names the file.
  }
  throw new Failure(`LETTERS_DKIM_KEY must be a file with a private key in PEM format: ${file}`)
}

/** Null without SMTP_URL. Error messages never quote it, because it contains a password. */
export function smtpIn(
  address: string | undefined,
  from: string | undefined,
  of: keyof typeof NAMES = 'mail',
): Smtp | null {
  const names = NAMES[of]
  if (!address) return null
  if (!from)
    throw new Failure(`${names.url} needs ${names.from}, the sender, such as ${names.example}`)
  const sender = senderIn(from)
  if (!sender)
    throw new Failure(`${names.from} must be a sender such as ${names.example}, not "${from}"`)
  try {
    return { ...serverIn(address), from, sender }
  } catch (error) {
    if (error instanceof Wrong)
      throw new Failure(`${names.url} is wrong: ${error.message} (${PASSWORD_HINT})`)
    throw error
  }
}

function serverIn(address: string): Pick<Smtp, 'host' | 'port' | 'tls' | 'auth'> {
  const url = URL.canParse(address) ? new URL(address) : null
  const host = url?.hostname.replace(/^\[|\]$/g, '')
  if (
    !url ||
    !host ||
    !/^smtps?:$/.test(url.protocol) ||
    !/^\/?$/.test(url.pathname) ||
    url.hash !== ''
  )
    throw new Wrong('it must be smtps://user:password@host or smtp://user:password@host:587')
  return {
    host,
    port: Number(url.port) || (url.protocol === 'smtps:' ? 465 : 587),
    tls: tlsIn(url, host),
    auth: authIn(url),
  }
}

class Wrong extends Error {}
const PASSWORD_HINT = 'percent-encode special characters of the password, for example / as %2F'

/**
 * No TLS by default for a server on this machine: it has no certificate for `localhost`, and the
 * connection does not leave the machine.
 */
function tlsIn({ protocol, search }: URL, host: string): Smtp['tls'] {
  if (protocol === 'smtps:' && search === '') return 'implicit'
  if (protocol === 'smtps:') throw new Wrong('smtps:// has no options')
  const isHere = host === 'localhost' || (isIP(host) !== 0 && isLoopback(host))
  if (search === '') return isHere ? 'off' : 'starttls'
  if (search === '?tls=off') return 'off'
  if (search === '?tls=starttls') return 'starttls'
  throw new Wrong('the only options of smtp:// are ?tls=starttls and ?tls=off')
}

function authIn({ username, password }: URL): Smtp['auth'] {
  if (username === '' && password === '') return null
  if (username === '' || password === '')
    throw new Wrong('it needs both a user and a password, or neither')
  try {
    return { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
  } catch {
    throw new Wrong('user or password contain a % that is not percent-encoded as %25')
  }
}
