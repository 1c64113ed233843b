import { expect } from 'vitest'
import { commandNamed } from '../../../scripts/commands/index.ts'
import { openDataFolder } from '../../../scripts/site/data-folder.ts'
import { openRuntime } from '../../../scripts/site/miniflare.ts'
import { localQuery } from '../../../scripts/site/query.ts'
import { lettersSmtpIn } from '../../../scripts/site/smtp-settings.ts'
import { canMeasure, processorOf } from '../../../tools/bench/processor.ts'
import { visit } from '../scripts/support/visit.ts'
import { freePort } from '../support/serve.ts'
import { OWNER, putEmptySite } from '../support/small-site.ts'
import { inDatabase } from '../support/storage.ts'
import { openHeap } from './heap.ts'
import type { Sending } from './sendings.ts'

export type MeasuredSite = Awaited<ReturnType<typeof measuredSite>>

/** The production bundle on this machine, called as its owner, with a meter for the CPU time of its runtime. */
export async function measuredSite(data: string, writeLimit: '0' | '1') {
  await putEmptySite(data)
  const inspectorPort = await freePort()
  let pid = 0
  // The data are complete: `startSite` would open the storage once more to prepare them.
  const site = await openRuntime({
    ...{ data: await openDataFolder(data), host: '127.0.0.1', port: 0, inspectorPort },
    bindings: { JOULE_WRITE_LIMIT: writeLimit },
    // Without a sender, requests for letters are refused before their expensive part.
    letters: lettersSmtpIn({ LETTERS_SMTP_URL: 'smtp://127.0.0.1:1', LETTERS_FROM: 'news@letters.joule.test' }, null),
    onLog() {},
    onRuntime(runtime) {
      pid = runtime
    },
  })
  const login = await (await visit(site.url)).post('/api/auth/login', OWNER)
  const { access_token } = (await login.json()) as { access_token: string }
  // Lv6, so that no request is refused before its expensive part. No request can create a passkey without a device.
  // A webhook that is not disabled would send requests to other servers.
  await inDatabase(
    data,
    `UPDATE users SET exp = 100000;
     INSERT INTO passkeys (id, user_id, credential_id, public_key, counter, transports, name, created_at)
     SELECT ${PASSKEY}, uid, 'an id', 'a key', 0, '[]', 'A device', created_at FROM users WHERE role = 'owner';
     INSERT INTO webhooks (id, url, host, events, secret, key_id, site, language, disabled_at, disabled_because, created_at)
     SELECT ${WEBHOOK}, 'https://example.com/', 'example.com', '[]', '', '', '', 'en', created_at, 'owner', created_at
     FROM users WHERE role = 'owner'`,
  )
  let calls = 0
  const call = async ({ method, path, body, headers: own }: Sending) => {
    // A new IP address each time, so that no rate limit applies.
    const address = `10.${++calls >> 16}.${(calls >> 8) & 255}.${calls & 255}`
    // A new connection each time: a busy runtime may close an idle one just now.
    const usual = { authorization: `Bearer ${access_token}`, 'cf-connecting-ip': address, connection: 'close' }
    const headers = Object.entries({ ...usual, ...own }).filter(
      (pair): pair is [string, string] => pair[1] !== undefined,
    )
    const response = await fetch(site.url + path, {
      method,
      headers,
      redirect: 'manual',
      ...(body !== undefined && { body }),
    })
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
    return { status, cpu: usedBy(pid) - before }
  }
  const heap = await openHeap(inspectorPort)
  const stop = async () => {
    heap.close()
    await site.stop()
  }
  /** Checks all figures against their rows, and throws if one is wrong. */
  const check = () =>
    commandNamed('check').run({ query: localQuery(site.storage.DB), storage: site.storage, data, print() {} }, [])
  return {
    url: site.url,
    ...(canMeasure() && { processor: () => processorOf(pid) }),
    call,
    made,
    cost,
    heap,
    check,
    stop,
  }
}

/** The ids of the owner's passkey and of a disabled webhook. */
export const [PASSKEY, WEBHOOK] = [1, 1]

/** CPU time of a process in milliseconds; elapsed time if the system has no such figure. */
function usedBy(pid: number): number {
  return canMeasure() ? Math.round(processorOf(pid).used) : performance.now()
}
