import { createApi } from '#client/create-api.ts'
import { transport } from '#client/transport.ts'

/** Constant during a session, so it also identifies the session. */
export const csrfCookie = () => /(?:^|; )joule_csrf=([^;]+)/.exec(document.cookie)?.[1]

export const api = createApi({
  send: transport,
  csrfCookie,
  signedOut() {
    const { pathname, search } = location
    if (['/login', '/register', '/restore'].includes(pathname)) return
    location.assign(`/login?ended=1&next=${encodeURIComponent(pathname + search)}`)
  },
  confirmed: (methods) => import('#client/confirm-identity.ts').then(({ confirmIdentity }) => confirmIdentity(methods)),
})
