import { createECDH, randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import { encryptNotification } from '@block65/webcrypto-web-push'
import { expect, test, vi } from 'vitest'
import { pushRequest } from '#features/core/push/message.ts'
import { COST, isCost } from '#test/long.ts'
import { device } from '#test/push.ts'
import { folderWith } from './scripts/support/folders.ts'
import { runningOn } from './support/running-site.ts'
import { serve } from './support/serve.ts'
import { putEmptySite } from './support/small-site.ts'
import { inDatabase } from './support/storage.ts'
import { waitsOf } from './support/waits.ts'

const require = createRequire(import.meta.url)
const ece = require('http_ece')
const { PushApiModel } = require('web-push-testing/src/PushApiModel.js')

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
const NOW = new Date('2026-11-18T12:00:00.000Z')
const MESSAGE = { v: 1, kind: 'NotifyFollow', n: 7, path: '/space/10001' } as const

async function vapidPair() {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ])
  const publicKey = Buffer.from(await crypto.subtle.exportKey('raw', pair.publicKey)).toString(
    'base64url',
  )
  return { pair, vapid: { publicKey, privateKey: pair.privateKey } }
}

test('the library encrypts the example of RFC 8291, appendix A, to the same bytes', async () => {
  const keys = {
    p256dh:
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  }
  const point = bytes(
    'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
  )
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: Buffer.from(point.slice(1, 33)).toString('base64url'),
    y: Buffer.from(point.slice(33)).toString('base64url'),
    d: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  }
  const curve = { name: 'ECDH', namedCurve: 'P-256' }
  const privateKey = await crypto.subtle.importKey('jwk', jwk, curve, true, ['deriveBits'])
  const publicKey = await crypto.subtle.importKey('raw', point, curve, true, [])
  vi.spyOn(crypto.subtle, 'generateKey').mockResolvedValue({ privateKey, publicKey } as never)
  vi.spyOn(crypto, 'getRandomValues').mockImplementation(((target: Uint8Array) => {
    target.set(bytes('DGv6ra1nlYgDCS1FRnbzlw'))
    return target
  }) as never)
  const plain = new TextEncoder().encode('When I grow up, I want to be a watermelon')
  const options = { pad: false }
  const subscription = { endpoint: 'https://push.example.net/', expirationTime: null, keys }
  const encrypted = await encryptNotification(subscription, plain, options)
  vi.restoreAllMocks()
  expect(Buffer.from(encrypted).toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

test('another implementation decrypts our messages, which all have one size, and the signature is valid', async () => {
  const { pair, vapid } = await vapidPair()
  const receiver = createECDH('prime256v1')
  receiver.generateKeys()
  const secret = randomBytes(16)
  const device = {
    endpoint: 'https://fcm.googleapis.com/fcm/send/abc',
    p256dh: receiver.getPublicKey('base64url'),
    auth: secret.toString('base64url'),
    site: 'https://joule.example',
  }
  for (const path of ['/', `/${'x'.repeat(2_000)}`]) {
    const headers = { urgency: 'low', topic: 'Follow-10001' } as const
    const { body, ...rest } = await pushRequest(device, { ...MESSAGE, path }, headers, vapid, NOW)
    expect((body as Uint8Array).byteLength).toBe(4096)
    const plain = ece.decrypt(Buffer.from(body as Uint8Array), {
      version: 'aes128gcm',
      privateKey: receiver,
      authSecret: secret.toString('base64url'),
    })
    // The padding of the library follows the delimiter, which http_ece removes.
    expect(JSON.parse(plain.toString())).toEqual({ ...MESSAGE, path })
    const [, header = '', claims = '', signature = ''] =
      /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=/.exec(rest.headers.Authorization ?? '') ?? []
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toEqual({
      aud: 'https://fcm.googleapis.com',
      exp: NOW.getTime() / 1000 + 12 * 3600,
      sub: 'https://joule.example',
    })
    const signed = new TextEncoder().encode(`${header}.${claims}`)
    const ecdsa = { name: 'ECDSA', hash: 'SHA-256' }
    await expect(
      crypto.subtle.verify(ecdsa, pair.publicKey, bytes(signature), signed),
    ).resolves.toBe(true)
  }
})

test('the stub of a push service accepts and decrypts our messages, and refuses a message of another key', async () => {
  const { vapid } = await vapidPair()
  const service = new PushApiModel()
  service.notifyUrl = 'https://push.example.net/notify/'
  const options = { userVisibleOnly: 'true', applicationServerKey: vapid.publicKey }
  const { clientHash, endpoint, keys } = await service.subscribe(options)
  const device = { endpoint, p256dh: keys.p256dh, auth: keys.auth, site: 'http://localhost:8787' }
  const send = async (signer: typeof vapid) => {
    const { headers, body } = await pushRequest(
      device,
      MESSAGE,
      { urgency: 'high' },
      signer,
      new Date(),
    )
    const seen = {
      encoding: headers['Content-Encoding'],
      authorization: headers.Authorization,
      ttl: headers.TTL,
    }
    await service.handleNotification(clientHash, seen, Buffer.from(body ?? []))
  }
  await send(vapid)
  expect(service.getNotifications({ clientHash }).messages).toEqual([JSON.stringify(MESSAGE)])
  await expect(send((await vapidPair()).vapid)).rejects.toThrow()
})

const DEVICES = 10_000
const LONGER_MAX = 200

// The short form is in test/features/core/push/push.test.ts.
test.runIf(isCost)(
  'for one event, each of 10,000 devices gets one message in limited runs, and a reader waits at most 200 ms longer',
  COST,
  async () => {
    const [folder, received] = [await folderWith(), new Set<string>()]
    await putEmptySite(folder)
    const service = await serve((request, _, response) => {
      received.add(request.url ?? '')
      response.writeHead(201).end()
    })
    const { host } = new URL(service)
    const { keys } = await device()
    const runtime = await runningOn(folder)
    await inDatabase(
      folder,
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${DEVICES})
     INSERT INTO users (email, password_hash, created_at) SELECT i || '@push.example', 'x', '2026-01-01T00:00:00.000Z' FROM n;
     INSERT INTO push_subscriptions (session_id, user_id, endpoint, target, p256dh, auth, categories, site, created_at)
     SELECT uid, uid, 'http://${host}/' || uid, '${host}/' || uid % 6, '${keys.p256dh}', '${keys.auth}', '["system"]',
       'https://joule.test', '2026-01-01T00:00:00.000Z' FROM users WHERE email LIKE '%@push.example';
     INSERT INTO notifications (user_id, kind, category, data, created_at)
     SELECT user_id, 'NotifySystem', 'system', '{"event":"role_changed"}', '2026-01-01T00:00:00.000Z' FROM push_subscriptions`,
    )
    // Every space is another page, so that no page comes from a cache.
    let page = 0
    const next = () => `${runtime.url}/space/${10_002 + (page++ % DEVICES)}`
    const waits = (goesOn: () => boolean) => waitsOf(next, goesOn)
    await waits(() => page < 10)
    const alone = await waits(() => page < 10 + DEVICES / 25)
    const runs: number[] = []
    const sending = (async () => {
      while (received.size < DEVICES) {
        const before = received.size
        await runtime.scheduled('* * * * *', new Date())
        runs.push(received.size - before)
        if (received.size === before) break
      }
    })()
    let isSending = true
    void sending.finally(() => {
      isSending = false
    })
    const meanwhile = await waits(() => isSending)
    await sending
    expect(received.size).toBe(DEVICES)
    expect(Math.max(...runs)).toBeLessThanOrEqual(600)
    const at = (sorted: number[], share: number) =>
      Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0)
    const shown = (sorted: number[]) =>
      `${at(sorted, 0.5)} ms, p99 ${at(sorted, 0.99)} ms, longest ${at(sorted, 1)} ms`
    console.log(
      `${runs.length} runs; a page takes ${shown(alone)}; while messages are sent ${shown(meanwhile)}`,
    )
    expect(at(meanwhile, 0.99) - at(alone, 0.99)).toBeLessThanOrEqual(LONGER_MAX)
  },
)
