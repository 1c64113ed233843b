import { toBase64Url } from '#kernel/crypto/base64url.ts'

const CURVE = { name: 'ECDH', namedCurve: 'P-256' }

/** The subscription of a browser, as `PushSubscription.toJSON` writes it. */
export async function device(
  endpoint = `https://fcm.googleapis.com/fcm/send/${crypto.randomUUID()}`,
) {
  const pair = (await crypto.subtle.generateKey(CURVE, true, ['deriveBits'])) as CryptoKeyPair
  const point = new Uint8Array(
    (await crypto.subtle.exportKey('raw', pair.publicKey)) as ArrayBuffer,
  )
  const keys = {
    p256dh: toBase64Url(point),
    auth: toBase64Url(crypto.getRandomValues(new Uint8Array(16))),
  }
  return { endpoint, keys }
}
