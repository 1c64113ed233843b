import { setTimeout } from 'node:timers/promises'
import { accessToken } from '#features/accounts/sessions/tokens.ts'
import { randomId } from '#kernel/ids.ts'
import { openDataFolder } from '../../../scripts/site/data-folder.ts'
import { lettersSmtpIn } from '../../../scripts/site/smtp-settings.ts'
import { databaseFile, DatabaseSync as OpenDatabase } from '../../../scripts/site/sqlite.ts'
import { usedBy } from '../../../tools/bench/processor.ts'
import { runtimeOn } from '../support/running-site.ts'
import type { AppRoute } from './describe-routes.ts'
import { PEOPLE } from './full-site.ts'
import { type Caller, type Sending, type Variant, variantsOf } from './requests.ts'

/** The number of requests that one member or one visitor sends at the same time. */
const AT_ONCE = 20
/** Reads after the last response. */
const READS_AFTER = 6

export interface Measured {
  route: string
  caller: Caller
  /** The most expensive variant. */
  variant: string
  /** The status of its single request. */
  status: number
  /** CPU milliseconds of one request, with the work after its response. */
  cpu: number
  /** CPU milliseconds of the process while the reader waited for one response: p99 and longest. */
  p99: number
  longest: number
  /** The statuses of the requests that were sent at once, with their numbers. */
  statuses: Record<number, number>
}

interface Found {
  variant: Variant
  status: number
  cpu: number
}

export interface MeasuredSite {
  measure(route: AppRoute, caller: Caller): Promise<Measured | null>
  stop(): Promise<void>
}

/** The production bundle as `npm start` runs it, on the data of this folder. */
export async function openMeasuredSite(data: string): Promise<MeasuredSite> {
  let pid = 0
  const site = await runtimeOn(data, {
    bindings: { JOULE_WRITE_LIMIT: '0', LOG_SHARE: '0' },
    letters: lettersSmtpIn(
      { LETTERS_SMTP_URL: 'smtp://127.0.0.1:1', LETTERS_FROM: 'news@letters.joule.test' },
      null,
    ),
    onRuntime(started) {
      pid = started
    },
  })
  const db = new OpenDatabase(await databaseFile(data), { timeout: 60_000 })
  const { secret } = await openDataFolder(data)
  const used = () => usedBy(pid)
  const tokens = new Map<Caller, string>()

  /** Opens a new session, because a route may have ended the last one, or banned the user. */
  const signIn = async (caller: Caller) => {
    if (caller === 'visitor') return
    const now = new Date()
    const [sid, uid, at] = [randomId(), PEOPLE[caller], now.toISOString()]
    const role = caller === 'owner' ? 'owner' : 'user'
    db.exec(`UPDATE users SET status = 'active', role = '${role}', purge_at = NULL, silenced_at = NULL, silence_reason = NULL,
      silence_ends_at = NULL, ban_ends_at = NULL, ban_reason = NULL WHERE uid = ${uid}`)
    db.prepare(`INSERT INTO sessions (sid, user_id, status, ip, user_agent, rotated_at, created_at, confirmed_at, last_used_at, expires_at)
      VALUES (?, ?, 'active', '127.0.0.1', 'proof', ?, ?, ?, ?, '2099-01-01T00:00:00.000Z')`).run(
      sid,
      uid,
      at,
      at,
      at,
      at,
    )
    tokens.set(caller, await accessToken([secret], sid, uid, now))
  }

  const send = async (
    { method, path, headers, body }: Sending,
    caller: Caller,
    address: string,
  ) => {
    const token = tokens.get(caller)
    const isRead = method === 'GET'
    // An invalid session cookie makes a visitor as expensive as possible. Writes with a Bearer
    // token need no CSRF token.
    const visitor = isRead
      ? { ...(path.startsWith('/api/') ? {} : { cookie: 'joule_at=x' }) }
      : { authorization: 'Bearer unknown' }
    const response = await fetch(site.url + path, {
      method,
      headers: {
        ...(caller === 'visitor' ? visitor : { authorization: `Bearer ${token}` }),
        ...(isRead ? {} : { origin: site.url }),
        'cf-connecting-ip': address,
        connection: 'close',
        ...headers,
      },
      ...(body !== undefined && { body }),
      redirect: 'manual',
      signal: AbortSignal.timeout(180_000),
    })
    await response.arrayBuffer()
    return response.status
  }

  /** Waits until the process has no work left. */
  const settle = async () => {
    for (let before = used(), rounds = 0; rounds < 300; rounds++) {
      await setTimeout(15)
      const after = used()
      if (after - before < 3) return
      before = after
    }
  }

  let addresses = 0
  const newAddress = () => `10.${++addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`

  /**
   * The most expensive accepted variant; a refused one only if all are refused. The long bodies are
   * sent only to the kind of target that was accepted with the usual body.
   */
  const dearest = async (all: Variant[], caller: Caller) => {
    const first = await dearestOf(
      all.filter(({ isLong }) => !isLong),
      caller,
      null,
    )
    const target = first?.variant.target
    return dearestOf(
      all.filter((it) => it.isLong && it.target === target),
      caller,
      first,
    )
  }

  const dearestOf = async (variants: Variant[], caller: Caller, first: Found | null) => {
    let found = first
    for (const variant of variants) {
      const before = used()
      const status = await send(variant.sending(0), caller, newAddress())
      await settle()
      const cpu = used() - before
      const isBetter =
        found === null ||
        (status < 400 && found.status >= 400) ||
        (status < 400 === found.status < 400 && cpu > found.cpu)
      if (isBetter) found = { variant, status, cpu }
      if (status === 401 && caller !== 'visitor') await signIn(caller)
    }
    return found
  }

  /** What a reader waits for, in CPU milliseconds of the process, while `work` runs. */
  const readerDuring = async (work: Promise<unknown>): Promise<number[]> => {
    let isDone = false
    const done = work.finally(() => {
      isDone = true
    })
    const waits: number[] = []
    // Some reads more, because work after the responses also delays the reader.
    for (let n = 0, after = 0; after < READS_AFTER; n++) {
      if (isDone) after++
      const before = used()
      const response = await fetch(site.url + (n % 2 ? '/posts' : '/healthz'), {
        headers: { 'cf-connecting-ip': '192.0.2.1', connection: 'close' },
        signal: AbortSignal.timeout(180_000),
      })
      await response.arrayBuffer()
      waits.push(used() - before)
    }
    await done
    return waits.sort((one, other) => one - other)
  }

  return {
    async measure(route, caller) {
      await signIn(caller)
      const found = await dearest(await variantsOf(route, caller, db), caller)
      if (found === null) return null
      await signIn(caller)
      const { variant, status, cpu } = found
      const address = newAddress()
      const sent = Promise.all(
        Array.from({ length: AT_ONCE }, (_, n) =>
          send(variant.sending(route.method === 'GET' ? 0 : n + 1), caller, address),
        ),
      )
      const waits = await readerDuring(sent)
      const statuses: Record<number, number> = {}
      for (const each of await sent) statuses[each] = (statuses[each] ?? 0) + 1
      return {
        route: `${route.method} ${route.path}`,
        caller,
        variant: variant.name,
        status,
        cpu,
        p99: waits[Math.ceil(waits.length * 0.99) - 1] ?? 0,
        longest: waits.at(-1) ?? 0,
        statuses,
      }
    },
    async stop() {
      db.close()
      await site.stop()
    },
  }
}
