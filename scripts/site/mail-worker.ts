import { randomBytes } from 'node:crypto'
import type { V4WorkerOptionsShape } from 'miniflare'
import type { Mail, SendMail } from './smtp.ts'
import type { Smtp } from './smtp-settings.ts'

/**
 * A Worker with the interface of Cloudflare's `EMAIL` binding that passes mail to this process, which sends it by SMTP.
 * The runtime gets neither the address nor the password of the mail server.
 */
export function mailWorker(name: string, smtp: Smtp, { compatibilityDate }: V4WorkerOptionsShape) {
  // Other local processes can call Miniflare's port for functions like NODE, so it requires a key.
  const key = randomBytes(32).toString('hex')
  let send: Promise<SendMail> | null = null
  const NODE = async (request: { headers: { get(name: string): string | null }; json(): Promise<unknown> }) => {
    if (request.headers.get('authorization') !== key) return new Response(null, { status: 403 })
    // Loaded with the first mail, to save memory.
    send ??= import('./smtp.ts').then(({ openSmtp }) => openSmtp(smtp, { log }))
    return Response.json(await (await send)((await request.json()) as Mail))
  }
  return {
    name,
    modules: true as const,
    script: SCRIPT,
    ...(compatibilityDate !== undefined && { compatibilityDate }),
    bindings: { KEY: key },
    serviceBindings: { NODE },
  }
}

const log = (outcome: string) => console.error(`joule: a mail was not sent: ${outcome}`)

const SCRIPT = `
import { WorkerEntrypoint } from 'cloudflare:workers'

export default class extends WorkerEntrypoint {
  async send(mail) {
    const headers = { Authorization: this.env.KEY }
    const sent = await this.env.NODE.fetch('http://joule.invalid/', { method: 'POST', headers, body: JSON.stringify(mail) })
    const { messageId, code, message } = await sent.json()
    if (code) throw Object.assign(new Error(message), { code })
    return { messageId }
  }
}
`
