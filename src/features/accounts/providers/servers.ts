import type { AuthorizationServer } from 'oauth4webapi'
import { setBounded } from '#kernel/cached-value.ts'
import { MINUTE } from '#kernel/clock.ts'

// The cache has values, not promises: a Worker must not await a promise of another request.
const servers = new Map<string, { server: AuthorizationServer; at: number }>()
const SERVERS_MAX = 10
/** How long the endpoints of a provider are cached. */
const DISCOVERY_AGE_MAX = 10 * MINUTE

/** The endpoints of a provider, if they were read a short time ago. */
export function cachedServer(issuer: string, now: Date): AuthorizationServer | null {
  const known = servers.get(issuer)
  return known && Math.abs(now.getTime() - known.at) < DISCOVERY_AGE_MAX ? known.server : null
}

export function cacheServer(issuer: string, server: AuthorizationServer, now: Date): void {
  setBounded(servers, issuer, { server, at: now.getTime() }, SERVERS_MAX)
}

/** Clears the cache, after a change of the configuration and in tests. */
export function forgetServers(): void {
  servers.clear()
}
