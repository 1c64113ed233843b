import { createApi } from '#client/create-api.ts'
import { csrfCookie } from '#client/http.ts'
import { transport } from '#client/transport.ts'

/** Like the usual client, but an ended session does not redirect to the login, so that no text is lost. */
export const editorApi = createApi({ send: transport, csrfCookie, signedOut() {} })
