import type { Bindings } from '#env'
import { faultyD1 } from '#test/faults/d1.ts'
import type { Faults } from '#test/faults/faults.ts'
import { KINDS, type Part } from '#test/faults/kinds.ts'

/** The bindings of the site; every call can have a fault. */
export function faulty(env: Bindings, faults: Faults): Bindings {
  // Attempts of one test must not use up each other's rate limits.
  const limits = crypto.randomUUID()
  return {
    ...env,
    JOULE_WRITE_LIMIT: '1',
    DB: faultyD1(env.DB, 'DB', faults),
    SEARCH: faultyD1(env.SEARCH, 'SEARCH', faults),
    IMAGES: faultyCalls(env.IMAGES, 'IMAGES', faults),
    BACKUPS: faultyCalls(env.BACKUPS, 'BACKUPS', faults),
    RATE_LIMITER: faultyObjects(
      env.RATE_LIMITER,
      'RATE_LIMITER',
      faults,
      (name) => `${name} ${limits}`,
    ),
    ENERGIZE_COUNTER: faultyObjects(env.ENERGIZE_COUNTER, 'ENERGIZE_COUNTER', faults),
    VIEW_COUNTER: faultyObjects(env.VIEW_COUNTER, 'VIEW_COUNTER', faults),
    HOLD_TIMER: faultyObjects(env.HOLD_TIMER, 'HOLD_TIMER', faults),
    LIVE_ROOM: faultyObjects(env.LIVE_ROOM, 'LIVE_ROOM', faults),
    COMPUTE: faultyCompute(env.COMPUTE, faults),
    EMAIL: faultyCalls(env.EMAIL ?? REFUSING, 'EMAIL', faults),
    MAIL_FROM: 'Joule <mail@joule.test>',
  }
}

/** Without a mail service in the test, a stub that refuses every mail. */
const REFUSING: SendEmail = {
  send: () => Promise.reject(KINDS['the mail is refused'].error()),
}

const READING = new Set(['get', 'head', 'list', 'ping'])

/** A proxy that passes every method call through the faults. */
function faultyCalls<Target extends object>(target: Target, part: Part, faults: Faults): Target {
  return new Proxy(target, {
    get(_, name) {
      if (typeof name === 'symbol' || name === 'then') return undefined
      return (...given: unknown[]) =>
        faults.meet(part, name, !READING.has(name), async () =>
          // A stub has no own properties: the method must be called on it by name.
          (target as Record<string, (...given: unknown[]) => unknown>)[name]?.(...given),
        )
    },
  })
}

/** Pings are no calls: the client pings only after a job was lost. */
function faultyCompute(service: Fetcher, faults: Faults): Fetcher {
  const fetch = async (url: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    if (init?.method !== 'POST') return service.fetch(url, init)
    const sendJob = () => service.fetch(url, init)
    return faults.meet('COMPUTE', String(url), false, sendJob).catch((error: Error) => {
      // The Worker answers when a job fails.
      if (error.message !== KINDS['the job fails'].error().message) throw error
      return new Response(error.message, { status: 500 })
    })
  }
  return { fetch } as Fetcher
}

/** By name only: the site uses no other way to get a stub. */
function faultyObjects<Namespace extends { getByName(name: string): object }>(
  objects: Namespace,
  part: Part,
  faults: Faults,
  named = (name: string) => name,
): Namespace {
  const getByName = (name: string) => faultyCalls(objects.getByName(named(name)), part, faults)
  return { getByName } as unknown as Namespace
}
