/**
 * The guards. Every route line has exactly one: it says who may call the route, and how the viewer
 * is known. A route without a guard responds with 404.
 *
 * The kind of the route decides what a refusal looks like. A page redirects to the login page; a
 * plain form also checks that it comes from this site; the API responds with an error code, and a
 * write of the API needs a CSRF token.
 *
 * `viewer` says what `c.var` has when the handler runs:
 *
 * - loaded: `viewer`, read from the primary before the handler. Null for an anonymous reader
 * - uid: `viewerId` alone, from the signed access token. The first batch that writes checks the
 *   session
 * - lazy: nothing. The handler reads the session together with its own data
 * - none: nothing, and the handler reads no session, so the edge cache ignores credentials
 *
 * CONTRIBUTING.md has the same table.
 */
export const GUARDS = {
  signedIn: { viewer: 'loaded', use: 'a page or read of the viewer’s own data' },
  signedInWith: {
    viewer: 'lazy',
    use: 'a private page whose data is read together with the session, in one round trip',
  },
  member: {
    viewer: 'loaded',
    use: 'a command or form of a signed-in user who is not banned',
  },
  byUid: {
    viewer: 'uid',
    use: 'a command that uses nothing of the viewer but the uid, in one round trip',
  },
  admin: { viewer: 'loaded', use: 'a page, read, command or form for admins' },
  owner: { viewer: 'loaded', use: 'the same for owners' },
  optionalViewer: {
    viewer: 'loaded',
    use: 'a public page, or a public read of the API that depends on the viewer',
  },
  lazyViewer: {
    viewer: 'lazy',
    use: 'a response whose handler reads the session itself, or that needs no cache',
  },
  sameForAll: {
    viewer: 'none',
    use: 'a cached response that is the same for everyone, whatever credentials the request has',
  },
  anyone: { viewer: 'lazy', use: 'a public write of the API: needs a CSRF token, but no login' },
  fromThisSite: {
    viewer: 'loaded',
    use: 'a public form, or a public write without a CSRF token: only refuses other sites',
  },
} as const satisfies Record<string, { viewer: 'loaded' | 'uid' | 'lazy' | 'none'; use: string }>

export type GuardName = keyof typeof GUARDS
