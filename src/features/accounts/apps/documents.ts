import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Database, Statement } from '#db/client.ts'
import type { AppRow } from '#db/schema/accounts.ts'
import { APP_NAME_MAX, isRedirectUri, REDIRECT_URIS_MAX } from '#features/accounts/apps/apps.ts'
import { imitatesStaff, usernameLook } from '#features/accounts/profiles/usernames.ts'
import { siteIdentity } from '#features/core/identity/identity.ts'
import {
  badTarget,
  fetchOutside,
  isLoopback,
  type Outside,
} from '#features/core/network/fetch-outside.ts'
import { setBounded } from '#kernel/cached-value.ts'
import { HOUR } from '#kernel/clock.ts'
import { line } from '#kernel/fields.ts'

// Clients whose id is the address of a JSON document about them (Client ID Metadata Documents). A
// document becomes a row of oauth_apps when a user allows the client. When the last user withdraws
// the consent, the trigger oauth_consents_last_takes_its_assistant_along deletes the row.

/**
 * Maximum number of assistants that a user may connect. The trigger
 * oauth_consents_twenty_assistants_at_most enforces it.
 */
export const ASSISTANTS_MAX = 20
const ADDRESS_MAX = 500
const DOCUMENT_FRESH_FOR = HOUR
const CACHED_MAX = 200

export type ClientDocument = Pick<AppRow, 'name' | 'redirect_uris'> & { fetched_at: string }

/** Documents between the request and the consent, when they have no row yet. */
const cache = new Map<string, ClientDocument>()

/** The address in a client id, or null if it is not an address that may be fetched. */
export function documentAddress(clientId: string, outside: Outside): URL | null {
  if (!/^https?:\/\//.test(clientId) || clientId.length > ADDRESS_MAX || !URL.canParse(clientId))
    return null
  const url = new URL(clientId)
  // The draft requires a path and forbids fragments. Only the normal spelling is accepted, because
  // another spelling of the same address would be another client.
  return url.href === clientId &&
    url.pathname !== '/' &&
    url.hash === '' &&
    badTarget(url, outside) === null
    ? url
    : null
}

export const isFresh = (at: string, now: Date): boolean =>
  now.getTime() - Date.parse(at) < DOCUMENT_FRESH_FOR

/**
 * The document at an address, or null if there is no valid one. `admit` throws if the user loads
 * too many documents.
 */
export async function clientDocument(
  url: URL,
  outside: Outside,
  admit: () => Promise<unknown>,
  now: Date,
): Promise<ClientDocument | null> {
  const cached = cache.get(url.href)
  if (cached && isFresh(cached.fetched_at, now)) return cached
  await admit()
  const fetched = Document.safeParse(await jsonAt(url, outside))
  if (!fetched.success || fetched.data.client_id !== url.href) return null
  const { client_name: name, redirect_uris } = fetched.data
  const document = {
    name,
    redirect_uris: JSON.stringify(redirect_uris),
    fetched_at: now.toISOString(),
  }
  setBounded(cache, url.href, document, CACHED_MAX)
  return document
}

const Document = z.object({
  client_id: z.string(),
  client_name: z
    .string()
    .transform(plainName)
    .pipe(line({ min: 1, max: APP_NAME_MAX })),
  // Addresses with a scheme of an app (`myapp:`) are left out: nothing proves which program opens
  // them.
  redirect_uris: z
    .array(z.string())
    .max(5 * REDIRECT_URIS_MAX)
    .transform((uris) => uris.filter(isRedirectUri).slice(0, REDIRECT_URIS_MAX)),
  token_endpoint_auth_method: z.literal('none').optional(),
})

/**
 * The name without control, format and private characters, which readers cannot see, and with
 * plain forms of letters: the full-width Ａ becomes A.
 */
function plainName(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/\s+/g, ' ')
    .replace(/[\p{C}\p{Default_Ignorable_Code_Point}]/gu, '')
}

/**
 * The name of an assistant. It is the host of its document if users could take the name in the
 * document for the site, its staff or one of its owners and admins.
 */
export async function nameOfAssistant(
  db: Database,
  { name, host }: { name: string; host: string },
  now: Date,
): Promise<string> {
  const plain = plainName(name)
  const { name: siteName } = await siteIdentity(db, now)
  if (plain === '' || imitatesStaff(plain, siteName)) return host
  const look = usernameLook(plain.replace(/[^\p{L}\p{N}]+/gu, ''))
  const staff = await db.first(sql`
    SELECT 1 FROM users WHERE role IN ('admin', 'owner') AND username_look = ${look} LIMIT 1`)
  return staff === null ? plain : host
}

async function jsonAt({ href }: URL, outside: Outside): Promise<unknown> {
  try {
    const response = await fetchOutside(outside, href, { headers: { accept: 'application/json' } })
    return response.status === 200 ? await response.json() : null
  } catch (error) {
    console.error(JSON.stringify({ level: 'info', document: href, error: String(error) }))
    return null
  }
}

/**
 * Whether an application may get the response at this address. A program on the user's machine
 * chooses a free port (RFC 8252), so the port of a loopback address is not compared.
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
        protocol === own.protocol &&
        hostname === own.hostname &&
        pathname === own.pathname &&
        search === own.search
      )
    })
  )
}

export const isLoopbackUri = (uri: string) => URL.canParse(uri) && isLoopback(new URL(uri))

/**
 * Statements that store the document, for the batch of the consent. None for an application of the
 * owner.
 */
export function storeDocument(
  { client_id, name, redirect_uris, fetched_at }: AppRow,
  sid: string,
): Statement[] {
  if (fetched_at === null) return []
  return [
    sql`INSERT INTO oauth_apps (client_id, name, redirect_uris, created_at, fetched_at)
        SELECT ${client_id}, ${name}, ${redirect_uris}, ${fetched_at}, ${fetched_at} FROM sessions s JOIN users u ON u.uid = s.user_id
        WHERE s.sid = ${sid} AND u.status = 'active' AND u.purge_at IS NULL
        ON CONFLICT (client_id) DO UPDATE SET name = excluded.name, redirect_uris = excluded.redirect_uris,
          fetched_at = excluded.fetched_at WHERE oauth_apps.fetched_at IS NOT NULL`,
  ]
}
