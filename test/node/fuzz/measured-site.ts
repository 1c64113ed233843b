import { expect, onTestFinished } from 'vitest'
import { isCost, isLong } from '#test/long.ts'
import { commandNamed } from '../../../scripts/commands/index.ts'
import { localQuery } from '../../../scripts/site/query.ts'
import { lettersSmtpIn } from '../../../scripts/site/smtp-settings.ts'
import { canMeasure, processorOf, usedBy } from '../../../tools/bench/processor.ts'
import { fuzzSite } from '../../../tools/prove/fuzz/site.ts'
import { Browser } from '../scripts/support/browser-client.ts'
import { folderWith } from '../scripts/support/folders.ts'
import { runtimeOn } from '../support/running-site.ts'
import { freePort } from '../support/serve.ts'
import { OWNER, putEmptySite } from '../support/small-site.ts'
import { inDatabase } from '../support/storage.ts'
import { openHeap } from './heap.ts'

export interface Sending {
  method: string
  path: string
  body?: string
  headers?: Record<string, string>
}

export interface MeasuredSite {
  url: string
  /** The CPU time of the runtime; missing if the machine cannot measure it. */
  processor?: () => { used: number; waited: number }
  call(sending: Sending): Promise<{ status: number; text: string }>
  /** Creates something with a POST request that must succeed. Returns the response. */
  made(path: string, fields: object): Promise<Record<string, number>>
  /** The CPU milliseconds of a request. */
  cost(sending: Sending): Promise<{ status: number; cpu: number }>
  heap: Awaited<ReturnType<typeof openHeap>>
  /** Checks all figures against their rows, and throws if one is wrong. */
  check(): Promise<void>
}

/**
 * Sends unusual requests and compares the responses with the OpenAPI document. `npm run prove --
 * fuzz` sends 10,000 and more. `npm test` always uses the same seed, so that it fails only because
 * of a change.
 */
export async function expectDescribedResponses(
  site: MeasuredSite,
  requests: number,
): Promise<void> {
  const seed = isLong || isCost ? Date.now() % 1_000_000 : 1
  const { sent, done, failures } = await fuzzSite({ ...site, owner: OWNER }, { requests, seed })
  expect(failures, `seed ${seed}`).toEqual([])
  expect(sent).toBeGreaterThanOrEqual(requests)
  // Requests that are all refused test nothing. About a fifth of the operations succeed.
  expect(Object.values(done).filter(Boolean).length).toBeGreaterThan(Object.keys(done).length / 20)
  await site.check()
}

/**
 * The production bundle on this machine, called as its owner, with a meter for the CPU time of its
 * runtime. It has no general write limit and no budget of CPU time, unless `isLimited` is set.
 */
export async function newSite({
  isLimited = false,
} = {}): Promise<{ data: string; site: MeasuredSite }> {
  const data = await folderWith()
  await putEmptySite(data)
  const inspectorPort = await freePort()
  let pid = 0
  const site = await runtimeOn(data, {
    inspectorPort,
    bindings: { JOULE_WRITE_LIMIT: isLimited ? '1' : '0' },
    // Without a sender, requests for letters are refused before their expensive part.
    letters: lettersSmtpIn(
      { LETTERS_SMTP_URL: 'smtp://127.0.0.1:1', LETTERS_FROM: 'news@letters.joule.test' },
      null,
    ),
    onRuntime(runtime) {
      pid = runtime
    },
  })
  const login = await Browser.at(site.url).post('/api/auth/login', OWNER)
  const { access_token } = JSON.parse(login.body) as { access_token: string }
  // Lv6, so that no request is refused before its expensive part.
  await inDatabase(data, 'UPDATE users SET exp = 100000')
  let calls = 0
  const call = async ({ method, path, body, headers: own }: Sending) => {
    // A new IP address each time, so that no rate limit applies.
    const address = `10.${++calls >> 16}.${(calls >> 8) & 255}.${calls & 255}`
    // A new connection each time, because a busy runtime may close an idle one at this moment.
    const usual = {
      authorization: `Bearer ${access_token}`,
      'cf-connecting-ip': address,
      connection: 'close',
    }
    const sent = { method, headers: { ...usual, ...own }, ...(body !== undefined && { body }) }
    const response = await fetch(site.url + path, { ...sent, redirect: 'manual' })
    return { status: response.status, text: await response.text() }
  }
  const made = async (path: string, fields: object): Promise<Record<string, number>> => {
    const { status, text } = await call({ method: 'POST', path, body: JSON.stringify(fields) })
    expect([200, 201], text).toContain(status)
    return JSON.parse(text)
  }
  const cost = async (sending: Sending) => {
    const before = usedBy(pid)
    const { status } = await call(sending)
    return { status, cpu: Math.round(usedBy(pid) - before) }
  }
  const heap = await openHeap(inspectorPort)
  onTestFinished(async () => {
    heap.close()
    await site.stop()
  })
  const check = () =>
    commandNamed('check').run(
      { query: localQuery(site.storage.DB), storage: site.storage, data, print() {} },
      [],
    )
  const processor = canMeasure() && { processor: () => processorOf(pid) }
  return { data, site: { url: site.url, ...processor, call, made, cost, heap, check } }
}
