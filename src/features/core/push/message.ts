import type { PushSubscriptionRow } from '#db/schema/core.ts'
import type { Vapid } from '#features/core/push/keys.ts'
import { DAY, HOUR, SECOND } from '#kernel/clock.ts'
import { toBase64Url } from '#kernel/crypto/base64url.ts'

/**
 * The content of a push message. It contains no text of users: the service worker reads the text
 * from the site (client/app/service-worker.ts).
 */
export interface PushMessage {
  v: 1
  kind: string
  /** The id of the notice, or 0 if the message is not about one. */
  n: number
  path: string
}

interface Headers {
  urgency: 'low' | 'normal' | 'high'
  /**
   * A push service replaces a message that waits for the device by the next one with the same
   * topic. At most 32 characters of base64url.
   */
  topic?: string | undefined
}

/** How long a push service keeps a message for a device that is off. */
const TTL = DAY / SECOND
/** How long a signature is valid. RFC 8292 allows a day. */
const SIGNED_FOR = 12 * HOUR

const encoder = new TextEncoder()
const encoded = (value: object) => toBase64Url(encoder.encode(JSON.stringify(value)))

interface PushRequest {
  method: 'POST'
  headers: Record<string, string>
  body?: Uint8Array<ArrayBuffer>
}

/**
 * A request to a push service (RFC 8030). If the message is null, the request has no body. The
 * library pads every body to 4,096 bytes.
 */
export async function pushRequest(
  {
    endpoint,
    p256dh,
    auth,
    site,
  }: Pick<PushSubscriptionRow, 'endpoint' | 'p256dh' | 'auth' | 'site'>,
  message: PushMessage | null,
  { urgency, topic }: Headers,
  vapid: Vapid,
  now: Date,
): Promise<PushRequest> {
  const headers = {
    Authorization: await signed(vapid, new URL(endpoint).origin, site, now),
    TTL: String(TTL),
    Urgency: urgency,
    ...(topic !== undefined && { Topic: topic }),
  }
  if (message === null) return { method: 'POST', headers }
  const plain = encoder.encode(JSON.stringify(message))
  const { encryptNotification } = await import('@block65/webcrypto-web-push')
  const body = new Uint8Array(
    await encryptNotification({ endpoint, expirationTime: null, keys: { p256dh, auth } }, plain),
  )
  return {
    method: 'POST',
    headers: {
      ...headers,
      'Content-Encoding': 'aes128gcm',
      'Content-Type': 'application/octet-stream',
    },
    body,
  }
}

/**
 * The value of the header `Authorization` (RFC 8292). The subject must be an https or mailto URL.
 */
async function signed(
  { publicKey, privateKey }: Vapid,
  aud: string,
  site: string,
  now: Date,
): Promise<string> {
  const sub = site.startsWith('https:') ? site : `mailto:owner@${new URL(site).hostname}`
  const exp = Math.floor((now.getTime() + SIGNED_FOR) / SECOND)
  const text = `${encoded({ typ: 'JWT', alg: 'ES256' })}.${encoded({ aud, exp, sub })}`
  const signature = await crypto.subtle.sign(
    { name: 'ECDSA', hash: 'SHA-256' },
    privateKey,
    encoder.encode(text),
  )
  return `vapid t=${text}.${toBase64Url(new Uint8Array(signature))}, k=${publicKey}`
}
