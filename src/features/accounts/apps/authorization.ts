import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import type { AppRow } from '#db/schema/accounts.ts'
import { hostOfDocument, nameWithHost } from '#features/accounts/apps/apps.ts'
import { APP_SCOPES, type AppScope, scopesFor, scopesIn } from '#features/accounts/apps/claims.ts'
import {
  type ClientDocument,
  isFresh,
  nameOfAssistant,
  storeDocument,
} from '#features/accounts/apps/documents.ts'
import type { OwnSession } from '#features/accounts/confirmation/require-confirmed.ts'
import { type ChangeOrigin, notifyOfChange } from '#features/accounts/recovery/not-me.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { after, MINUTE, SECOND } from '#kernel/clock.ts'
import { fromBase64Url } from '#kernel/crypto/base64url.ts'
import { newSecret } from '#kernel/crypto/secrets.ts'

export const CODE_LIFETIME = 60 * SECOND
/** Maximum number of logins of one user to one application. The oldest ones end first. */
export const GRANTS_MAX = 20

const PROMPTS = ['none', 'login', 'consent', 'select_account'] as const
type Prompt = (typeof PROMPTS)[number]

/** The application that sends the request, and what its user has allowed before. */
export interface AskingApp extends AppRow {
  consented: string | null
  /** When the session was opened or confirmed. Null without a session. */
  auth_time: string | null
}

/**
 * The application with this client id, or null if it is unknown. `fetchDocument` loads the document
 * of a client whose id is an address. It is null for all other clients.
 */
export async function askingApp(
  db: Database,
  clientId: string,
  { viewer, sid }: { viewer: Viewer | null; sid: string | null },
  fetchDocument: (() => Promise<ClientDocument | null>) | null,
  now: Date,
): Promise<AskingApp | null> {
  const known = await db.first(sql<AskingApp & { id: number | null }>`
    SELECT a.*,
      (SELECT scopes FROM oauth_consents WHERE user_id = ${viewer?.uid ?? null} AND app_id = a.id) AS consented,
      (SELECT coalesce(confirmed_at, created_at) FROM sessions WHERE sid = ${sid}) AS auth_time
    FROM (SELECT 1) LEFT JOIN oauth_apps a ON a.client_id = ${clientId}`)
  if (known === null) return null
  const isRegistered = known.id !== null && known.fetched_at === null
  if (fetchDocument === null || isRegistered) return isRegistered ? known : null
  const isKnown = known.fetched_at !== null && isFresh(known.fetched_at, now)
  const document = isKnown ? known : await fetchDocument()
  if (document === null) return null
  const { host } = new URL(clientId)
  const name = await nameOfAssistant(db, { name: document.name, host }, now)
  return { ...known, client_id: clientId, ...document, name }
}

/**
 * The value of a parameter, or null if it is missing or empty. RFC 6749 refuses a parameter that is
 * sent twice.
 */
export function single(parameters: URLSearchParams, name: string): string | null {
  const [value, second] = parameters.getAll(name)
  if (second !== undefined) throw new OAuthProblem('invalid_request', `${name} is repeated`)
  return value === undefined || value === '' ? null : value
}

/** A valid request of an application. */
export interface AuthorizationRequest {
  scopes: AppScope[]
  /** The PKCE challenge, made with S256. */
  codeChallenge: string
  /** The resource (RFC 8707) that the tokens may open. Null for a login. */
  resource: string | null
  nonce: string | null
  prompts: Set<Prompt>
  /** The maximum age of the login, in seconds. */
  maxAge: number | null
  /** The uid that the application expects, as text. */
  expected: string | null
}

/**
 * Reads the parameters, and throws an OAuthProblem if they are not valid. `known` is the one
 * resource of this site, or null if it has none. A client with a document must name it: only
 * applications that the owner has registered log people in, because a login gives away the e-mail
 * address.
 */
export function readRequest(
  parameters: URLSearchParams,
  { fetched_at }: Pick<AskingApp, 'fetched_at'>,
  known: string | null,
): AuthorizationRequest {
  const get = (name: string) => single(parameters, name)
  if (get('request') !== null)
    throw new OAuthProblem('request_not_supported', 'request is not supported')
  if (get('request_uri') !== null)
    throw new OAuthProblem('request_uri_not_supported', 'request_uri is not supported')
  if (get('registration') !== null)
    throw new OAuthProblem('registration_not_supported', 'registration is not supported')
  const type = get('response_type')
  if (type === null) throw new OAuthProblem('invalid_request', 'response_type is missing')
  if (type !== 'code') throw new OAuthProblem('unsupported_response_type', 'only code is supported')
  if ((get('response_mode') ?? 'query') !== 'query')
    throw new OAuthProblem('invalid_request', 'response_mode must be query')
  const resource = resourceIn(get('resource'), known)
  if (fetched_at !== null && resource === null)
    throw new OAuthProblem('invalid_target', 'the resource is missing')
  const scopes = scopesFor(get('scope') ?? (resource === null ? '' : 'posts:read'), resource)
  if (resource === null && !scopes.includes('openid')) {
    throw new OAuthProblem(
      'invalid_scope',
      'the scope openid is required, or posts:read with a resource',
    )
  }
  if (scopes.every((scope) => scope === 'offline_access')) {
    throw new OAuthProblem('invalid_scope', 'the scope posts:read or posts:write is required')
  }
  const codeChallenge = get('code_challenge') ?? ''
  const isS256 =
    get('code_challenge_method') === 'S256' && fromBase64Url(codeChallenge)?.length === 32
  if (!isS256) throw new OAuthProblem('invalid_request', 'PKCE with S256 is required')
  return {
    scopes,
    codeChallenge,
    resource,
    nonce: nonceIn(get('nonce')),
    prompts: promptsIn(get('prompt')),
    maxAge: maxAgeIn(get('max_age')),
    expected: subjectIn(get('id_token_hint')),
  }
}

/** The next step of a valid request. A refusal is thrown. */
export function nextStep(
  { scopes, prompts, maxAge, expected }: AuthorizationRequest,
  { consented, auth_time }: Pick<AskingApp, 'consented' | 'auth_time'>,
  viewer: Viewer | null,
  now: Date,
): 'login' | 'confirm' | 'ask' | 'issue' {
  const isSilent = prompts.has('none')
  if (viewer === null || auth_time === null) {
    if (isSilent) throw new OAuthProblem('login_required', 'the user is not logged in')
    return 'login'
  }
  if (viewer.status !== 'active') throw new OAuthProblem('access_denied', 'the account is banned')
  if (expected !== null && expected !== String(viewer.uid)) {
    throw new OAuthProblem('login_required', 'another user is logged in')
  }
  const age = Math.floor((now.getTime() - Date.parse(auth_time)) / SECOND)
  if (prompts.has('login') || (maxAge !== null && age > maxAge)) {
    if (isSilent) throw new OAuthProblem('login_required', 'the user must log in again')
    return 'confirm'
  }
  const allowed = new Set(scopesIn(consented ?? ''))
  const isAllowed = consented !== null && scopes.every((scope) => allowed.has(scope))
  if (isAllowed && !prompts.has('consent') && !prompts.has('select_account')) return 'issue'
  if (isSilent)
    throw new OAuthProblem('consent_required', 'the user has not allowed this application yet')
  return 'ask'
}

/**
 * The time, in seconds, that the user has for the consent after a new login. The application itself
 * checks `auth_time`.
 */
const CONFIRMED_FOR = (5 * MINUTE) / SECOND

/**
 * The request that continues after a new login. It has no `prompt=login`, because the recent login
 * fulfils it.
 */
export function afterConfirmation(parameters: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(parameters)
  const prompts = (rest.get('prompt') ?? '').split(' ').filter((prompt) => prompt !== 'login')
  rest.delete('prompt')
  if (prompts.join('') !== '') rest.set('prompt', prompts.join(' '))
  rest.set('max_age', String(Math.max(CONFIRMED_FOR, Number(rest.get('max_age') ?? 0))))
  return rest
}

/**
 * Issues a code. With `allowedFrom`, it records what the user has just allowed on that device, and
 * notifies the user if that is more than before.
 */
export async function issueCode(
  db: Database,
  own: OwnSession,
  app: AskingApp,
  { scopes, resource, nonce, codeChallenge }: AuthorizationRequest,
  redirectUri: string,
  allowedFrom: ChangeOrigin | null,
  now: Date,
): Promise<string> {
  const { viewer, sid } = own
  const { token, hash } = await newSecret()
  const at = now.toISOString()
  const granted = scopes.join(' ')
  // The statement checks everything again: since it was read, the application may have been
  // removed, the consent withdrawn, the user banned or assistants switched off. At the moment of
  // that switch, the trigger site_settings_end_assistants ends all codes and tokens of assistants.
  const live = sql`
    sessions s JOIN users u ON u.uid = s.user_id JOIN oauth_apps a ON a.client_id = ${app.client_id}
    WHERE s.sid = ${sid} AND u.uid = ${viewer.uid} AND u.status = 'active' AND u.purge_at IS NULL`
  const merged = sql`(
    SELECT group_concat(value, ' ') FROM json_each(${JSON.stringify(APP_SCOPES)})
    WHERE instr(' ' || oauth_consents.scopes || ' ' || excluded.scopes || ' ', ' ' || value || ' '))`
  const consent = sql`
    INSERT INTO oauth_consents (user_id, app_id, scopes, created_at, sid)
    SELECT u.uid, a.id, ${granted}, ${at}, s.sid FROM ${live}
    ON CONFLICT (user_id, app_id) DO UPDATE SET scopes = ${merged}, changed_at = ${at}, sid = excluded.sid
    WHERE scopes <> ${merged}`
  const host = hostOfDocument(app)
  const about =
    host === null
      ? ({ event: 'app_allowed', name: app.name } as const)
      : ({ event: 'assistant_connected', name: nameWithHost(app.name, host) } as const)
  const allowing = allowedFrom
    ? [...storeDocument(app, sid), consent, ...(await notifyOfChange(own, about, allowedFrom, now))]
    : []
  const results = await db.batch([
    ...allowing,
    sql`DELETE FROM oauth_grants WHERE id IN (
          SELECT id FROM oauth_grants WHERE user_id = ${viewer.uid}
            AND app_id = (SELECT id FROM oauth_apps WHERE client_id = ${app.client_id})
          ORDER BY id DESC LIMIT -1 OFFSET ${GRANTS_MAX - 1})`,
    sql`INSERT INTO oauth_grants (app_id, user_id, code_hash, redirect_uri, code_challenge, scopes, resource, nonce,
          auth_time, created_at, expires_at, sid)
        SELECT a.id, u.uid, ${hash}, ${redirectUri}, ${codeChallenge}, ${granted}, ${resource}, ${nonce},
          coalesce(s.confirmed_at, s.created_at), ${at}, ${after(now, CODE_LIFETIME).toISOString()}, s.sid
        FROM ${live} AND EXISTS (SELECT 1 FROM oauth_consents c WHERE c.user_id = u.uid AND c.app_id = a.id)
          AND (${resource} IS NULL OR EXISTS (SELECT 1 FROM site_settings WHERE key = 'assistants.enabled' AND value = 1))
        RETURNING id`,
  ])
  if (results.at(-1)?.length === 0)
    throw new OAuthProblem('access_denied', 'the consent was revoked')
  return token
}

/**
 * The resource of a request, if it is the known one (RFC 8707). Clients may write scheme and host
 * in upper case, so URLs are compared and not texts.
 */
export function resourceIn(resource: string | null, known: string | null): string | null {
  if (resource === null) return null
  if (known === null || URL.parse(resource)?.href !== known)
    throw new OAuthProblem('invalid_target', 'the resource is not known')
  return known
}

const NONCE_MAX = 500

function nonceIn(nonce: string | null): string | null {
  if (nonce !== null && nonce.length > NONCE_MAX)
    throw new OAuthProblem('invalid_request', 'nonce is too long')
  return nonce
}

function promptsIn(list: string | null): Set<Prompt> {
  const named = (list ?? '').split(' ').filter((prompt) => prompt !== '')
  const prompts = new Set(PROMPTS.filter((prompt) => named.includes(prompt)))
  const isValid =
    named.every((prompt) => prompts.has(prompt as Prompt)) &&
    !(prompts.has('none') && prompts.size > 1)
  if (!isValid) throw new OAuthProblem('invalid_request', 'prompt is not valid')
  return prompts
}

function maxAgeIn(seconds: string | null): number | null {
  if (seconds === null) return null
  if (!/^\d{1,9}$/.test(seconds)) throw new OAuthProblem('invalid_request', 'max_age is not valid')
  return Number(seconds)
}

/** The signature is not checked: a forged hint can only refuse a login, never allow one. */
function subjectIn(hint: string | null): string | null {
  if (hint === null) return null
  try {
    const { sub } = JSON.parse(
      new TextDecoder().decode(fromBase64Url(hint.split('.')[1] ?? '') ?? undefined),
    )
    return String(sub)
  } catch {
    throw new OAuthProblem('invalid_request', 'id_token_hint is not valid')
  }
}

/** The error codes of RFC 6749, RFC 6750 and OpenID Connect that this site sends. */
export type OAuthError =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'invalid_target'
  | 'invalid_token'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'access_denied'
  | 'login_required'
  | 'consent_required'
  | 'request_not_supported'
  | 'request_uri_not_supported'
  | 'registration_not_supported'
  | 'temporarily_unavailable'
  | 'server_error'

/**
 * A refusal in the format of OAuth. The description is for developers of applications, and in
 * English as the standard requires.
 */
export class OAuthProblem extends Error {
  readonly code: OAuthError

  constructor(code: OAuthError, description: string) {
    super(description)
    this.code = code
  }
}
