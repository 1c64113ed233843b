import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'

export interface Received {
  from: string
  to: string[]
  user: string | null
  isSecure: boolean
  /** Decoded and unfolded, by lower-case name. */
  headers: Map<string, string>
  raw: string
}

export const USER = { user: 'joule@example.com', pass: 'p@ss/wörd' }

type Command = 'CONN' | 'AUTH' | 'MAIL FROM' | 'RCPT TO' | 'DATA'

/** A real SMTP server. `refuses` is the response to a command, such as `550 5.1.1 No such user`. */
export class MailServer {
  readonly received: Received[] = []
  refuses: Partial<Record<Command, string>> = {}
  /** The response to one recipient. */
  refusesAddress: (address: string) => string | undefined = () => undefined
  /** Milliseconds before a mail is accepted. */
  delay = 0
  logins = 0
  /** The largest number of simultaneous connections. */
  busiest = 0
  /** Called before a mail gets its response. */
  onMail: (mail: Received) => void = () => {}
  #open = 0
  #server: SMTPServer

  constructor(options: SMTPServerOptions = {}) {
    const reply = (command: Command, next: (error?: Error | null) => void) =>
      next(this.#refusal(command))
    this.#server = new SMTPServer({
      key: KEY,
      cert: CERTIFICATE,
      authOptional: true,
      allowInsecureAuth: true,
      closeTimeout: 100,
      disableReverseLookup: true,
      onConnect: (_, next) => {
        this.busiest = Math.max(this.busiest, ++this.#open)
        reply('CONN', next)
      },
      onClose: (_, next) => {
        this.#open--
        next()
      },
      onAuth: ({ username, password }, _, next) => {
        this.logins++
        const error =
          username === USER.user && password === USER.pass
            ? this.#refusal('AUTH')
            : refusal('535 Wrong')
        next(error, error ? undefined : { user: username })
      },
      onMailFrom: (_, __, next) => reply('MAIL FROM', next),
      onRcptTo: ({ address }, __, next) => {
        const said = this.refusesAddress(address)
        if (said === undefined) reply('RCPT TO', next)
        else next(refusal(said))
      },
      onData: async (stream, { envelope, user, secure }, next) => {
        const raw = Buffer.concat(await stream.toArray()).toString()
        if (this.delay > 0) await setTimeout(this.delay)
        const error = this.#refusal('DATA')
        if (error) return next(error)
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        const to = envelope.rcptTo.map(({ address }) => address)
        const mail = {
          from,
          to,
          user: user ?? null,
          isSecure: secure,
          headers: headersOf(raw),
          raw,
        }
        this.received.push(mail)
        this.onMail(mail)
        return next(null, 'queued as 42')
      },
      ...options,
    })
    // A client that refuses the certificate.
    this.#server.on('error', () => {})
  }

  async listen(): Promise<number> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server.server, 'listening')
    onTestFinished(() => new Promise((resolve) => this.#server.close(() => resolve())))
    return (this.#server.server.address() as AddressInfo).port
  }

  #refusal(command: Command): Error | null {
    const said = this.refuses[command]
    return said === undefined ? null : refusal(said)
  }
}

const refusal = (said: string) =>
  Object.assign(new Error(said.slice(4)), { responseCode: Number(said.slice(0, 3)) })

function headersOf(raw: string): Map<string, string> {
  const [head = ''] = raw.split('\r\n\r\n')
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  return new Map(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), decoded(line.slice(colon + 1).trim())]
    }),
  )
}

/** Encoded words of RFC 2047. */
function decoded(text: string): string {
  const joined = text.replace(/\?=\s+=\?/g, '?==?')
  return joined.replace(/=\?utf-8\?([bq])\?(.*?)\?=/gi, (_, kind: string, word: string) => {
    if (kind.toLowerCase() === 'b') return Buffer.from(word, 'base64').toString()
    const bytes = word
      .replaceAll('_', ' ')
      .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number(`0x${hex}`)))
    return Buffer.from(bytes, 'latin1').toString()
  })
}

/**
 * A self-signed certificate for localhost, not for 127.0.0.1, for the mail server of tests. Valid
 * until 2126. Made with: openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes
 * -days 36500 -subj /CN=localhost
 *   -addext "subjectAltName=DNS:localhost"
 */
export const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBlDCCATugAwIBAgIUXxcSClAmaKB6ar6inuQKhHaddAgwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTExNzE0Mzk0OFoYDzIxMjYxMDI0
MTQzOTQ4WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARo6YgaOmqga/qbGhIc4vpmlpevrVK2o6ECa61oHalsy6ZUAo5pHHZ0
GsRKhq7H4Yz3qKzd/tCb+i9V80rk1yGao2kwZzAdBgNVHQ4EFgQUOrvmXfmBPfxj
dAt8AvQUe2cyS7EwHwYDVR0jBBgwFoAUOrvmXfmBPfxjdAt8AvQUe2cyS7EwDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
RwAwRAIgJS79bXgTZI+vUW7e5P4BBL5rzsxrVRE3DNog6+1buj0CIG9+qb9Svcjq
x4hdIF06aktCbEJwwqe32EPiNd3cO+YC
-----END CERTIFICATE-----
`

const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgFp47YEnI27EHnbXX
HoyYYs9jNaxZ/dVtUBOWi+dk+TKhRANCAARo6YgaOmqga/qbGhIc4vpmlpevrVK2
o6ECa61oHalsy6ZUAo5pHHZ0GsRKhq7H4Yz3qKzd/tCb+i9V80rk1yGa
-----END PRIVATE KEY-----
`
