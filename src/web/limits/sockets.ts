import { orUnavailable } from '#kernel/errors.ts'
import type { RateLimiter } from '#web/limits/rate-limiter.ts'

/** The bindings that find the counters of a client address, user or e-mail. */
interface Limiters {
  RATE_LIMITER: DurableObjectNamespace<RateLimiter>
  JOULE_LIMITERS?: string
}

/**
 * At Cloudflare each name has an object of its own, near its client. On one machine, an object is a
 * file that stays on the disk, so a fixed number of objects is shared by all names.
 */
export function limiterOf(
  { JOULE_LIMITERS }: Pick<Limiters, 'JOULE_LIMITERS'>,
  name: string,
): { object: string; prefix: string } {
  if (!JOULE_LIMITERS) return { object: name, prefix: '' }
  let hash = 0
  for (let at = 0; at < name.length; at++) hash = (hash * 31 + name.charCodeAt(at)) >>> 0
  return { object: `shared:${hash % Number(JOULE_LIMITERS)}`, prefix: `${name} ` }
}

/**
 * Counts a socket of an address (`ip:…`) or of a user (`user:…`) in a room. False if `most` sockets
 * are open already, in all rooms together.
 */
export function openSocket(
  env: Limiters,
  name: string,
  socket: { id: string; room: string },
  most: number,
  now: Date,
): Promise<boolean> {
  const { object, prefix } = limiterOf(env, name)
  return orUnavailable(async () =>
    env.RATE_LIMITER.getByName(object).openSocket(
      prefix,
      socket.id,
      socket.room,
      most,
      now.getTime(),
    ),
  )
}

export async function closeSocket(env: Limiters, name: string, id: string): Promise<void> {
  const { object, prefix } = limiterOf(env, name)
  await env.RATE_LIMITER.getByName(object).closeSocket(prefix, id)
}
