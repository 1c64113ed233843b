import { sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import type { AppRow } from '#db/schema/accounts.ts'
import { HOUR } from '#kernel/clock.ts'

// Clients whose id is the address of a JSON document about them (Client ID Metadata Documents). A document becomes a row of
// oauth_apps when a user allows the client. The trigger oauth_consents_last_takes_its_assistant_along deletes it.

/** Assistants that a user may connect. The trigger oauth_consents_twenty_assistants_at_most enforces it. */
export const ASSISTANTS_MAX = 20
const FRESH_FOR = HOUR

/** The columns of oauth_apps that come from the document. */
export type ClientDocument = Pick<AppRow, 'name' | 'redirect_uris'> & { fetched_at: string }

export const isFresh = (at: string, now: Date) => now.getTime() - Date.parse(at) < FRESH_FOR

/**
 * Whether the client may return there. A program on the machine of the user chooses a free port (RFC 8252), so the port of a loopback
 * address is not compared.
 */
export function mayReturnTo(
  { redirect_uris, fetched_at }: Pick<AppRow, 'redirect_uris' | 'fetched_at'>,
  uri: string,
): boolean {
  const uris: string[] = JSON.parse(redirect_uris)
  if (fetched_at === null || !isLoopbackUri(uri)) return uris.includes(uri)
  const { protocol, hostname, pathname, search, hash } = new URL(uri)
  return (
    hash === '' &&
    uris.filter(isLoopbackUri).some((known) => {
      const own = new URL(known)
      return (
        protocol === own.protocol && hostname === own.hostname && pathname === own.pathname && search === own.search
      )
    })
  )
}

const isLoopback = ({ hostname }: URL) => ['localhost', '127.0.0.1', '[::1]'].includes(hostname)

export const isLoopbackUri = (uri: string) => URL.canParse(uri) && isLoopback(new URL(uri))

/** Stores the document with the consent. Nothing for an application of the owner. */
export function storeDocument({ client_id, name, redirect_uris, fetched_at }: AppRow, sid: string): Statement[] {
  if (fetched_at === null) return []
  return [
    sql`INSERT INTO oauth_apps (client_id, name, redirect_uris, created_at, fetched_at)
        SELECT ${client_id}, ${name}, ${redirect_uris}, ${fetched_at}, ${fetched_at} FROM sessions s JOIN users u ON u.uid = s.user_id
        WHERE s.sid = ${sid} AND u.status = 'active' AND u.purge_at IS NULL
        ON CONFLICT (client_id) DO UPDATE SET name = excluded.name, redirect_uris = excluded.redirect_uris,
          fetched_at = excluded.fetched_at WHERE oauth_apps.fetched_at IS NOT NULL`,
  ]
}
