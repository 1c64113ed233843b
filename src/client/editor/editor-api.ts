import { createApi, csrfCookie } from '#client/http.ts'
import { transport } from '#client/transport.ts'

/** Like everywhere, but a session that has ended does not lead away: first comes what was written. */
export const editorApi = createApi({ send: transport, csrfCookie, signedOut() {} })
