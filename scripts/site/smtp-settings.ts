import { isIP } from 'node:net'
import { senderIn } from '#features/core/mail/mail-text.ts'
import { Failure } from '../bootstrap/failure.mjs'
import { isLoopback } from './proxy.ts'

/** The mail server of a site on one's own machine. */
export interface Smtp {
  host: string
  port: number
  /** `implicit`: from the first byte. `starttls`: required before anything is sent. The certificate is always verified. */
  tls: 'implicit' | 'starttls' | 'off'
  auth: { user: string; pass: string } | null
  /** The sender of all mail: MAIL_FROM, and its parts. */
  from: string
  sender: { email: string; name: string }
}

/** Null without SMTP_URL. Error messages never quote it, because it contains a password. */
export function smtpIn(address: string | undefined, from: string | undefined): Smtp | null {
  if (!address) return null
  if (!from) throw new Failure(`SMTP_URL needs MAIL_FROM, the sender of all mail, such as ${EXAMPLE_FROM}`)
  const sender = senderIn(from)
  if (!sender) throw new Failure(`MAIL_FROM must be a sender such as ${EXAMPLE_FROM}, not "${from}"`)
  const url = URL.canParse(address) ? new URL(address) : null
  const host = url?.hostname.replace(/^\[|\]$/g, '')
  if (!url || !host || !/^smtps?:$/.test(url.protocol) || !/^\/?$/.test(url.pathname) || url.hash !== '')
    throw wrong('it must be smtps://user:password@host or smtp://user:password@host:587')
  const isImplicit = url.protocol === 'smtps:'
  return {
    host,
    port: Number(url.port) || (isImplicit ? 465 : 587),
    tls: isImplicit ? implicitIn(url) : startTlsIn(url, host),
    auth: authIn(url),
    from,
    sender,
  }
}

const EXAMPLE_FROM = '"Joule <mail@community.example.com>"'

const wrong = (reason: string) =>
  new Failure(`SMTP_URL is wrong: ${reason} (percent-encode special characters of the password, for example / as %2F)`)

function implicitIn({ search }: URL): 'implicit' {
  if (search === '') return 'implicit'
  throw wrong('smtps:// has no options')
}

/** A server on this machine has no certificate for `localhost`, and the connection does not leave the machine. */
function startTlsIn({ search }: URL, host: string): 'starttls' | 'off' {
  const isHere = host === 'localhost' || (isIP(host) !== 0 && isLoopback(host))
  if (search === '') return isHere ? 'off' : 'starttls'
  if (search === '?tls=off') return 'off'
  if (search === '?tls=starttls') return 'starttls'
  throw wrong('the only options of smtp:// are ?tls=starttls and ?tls=off')
}

function authIn({ username, password }: URL): Smtp['auth'] {
  if (username === '' && password === '') return null
  if (username === '' || password === '') throw wrong('it needs both a user and a password, or neither')
  try {
    return { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
  } catch {
    throw wrong('user or password contain a % that is not percent-encoded as %25')
  }
}
