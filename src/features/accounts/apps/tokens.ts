import { type SQL, sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'
import type { AppRow, GrantRow } from '#db/schema/accounts.ts'
import { OAuthProblem, resourceIn, single } from '#features/accounts/apps/authorization.ts'
import {
  assistantResource,
  type ClaimedUser,
  claimsOf,
  scopesIn,
  type UserClaims,
} from '#features/accounts/apps/claims.ts'
import { signer } from '#features/accounts/apps/signing-keys.ts'
import { type Viewer, viewerColumns } from '#features/core/people/viewer.ts'
import { after, DAY, HOUR, SECOND } from '#kernel/clock.ts'
import { toBase64Url } from '#kernel/crypto/base64url.ts'
import { hashOf, newSecret, sameSecret, sha256 } from '#kernel/crypto/secrets.ts'
import type { Secrets } from '#kernel/crypto/signatures.ts'
import type { Language } from '#kernel/i18n.ts'

export const APP_TOKEN_LIFETIME = HOUR
export const REFRESH_LIFETIME = 30 * DAY
/** After this time the user logs in to the application again. */
export const GRANT_LIFETIME = 90 * DAY

/** A successful response of the token endpoint, in the format of RFC 6749. */
export interface TokenResponse {
  access_token: string
  token_type: string
  /** In seconds. */
  expires_in: number
  scope: string
  /** Missing for an assistant. */
  id_token?: string
  /** Only for an assistant, or with the scope `offline_access`. */
  refresh_token?: string
}

/** What a response with tokens needs from this site. */
export interface Issuer {
  secrets: Secrets
  /** The scheme and the host of the site. */
  site: string
  language: Language
  /**
   * Refuses an application that sends too many requests. Called after the request is found valid.
   */
  limit(app: AppRow): Promise<void>
}

/**
 * Returns tokens for a code. Refuses a code that is unknown, expired or for another address,
 * verifier or resource. A code that is used twice ends all tokens of its grant.
 */
export async function exchangeCode(
  db: Database,
  issuer: Issuer,
  app: AppRow,
  sent: { code: string; redirectUri: string; verifier: string; resource: string | null },
  now: Date,
): Promise<TokenResponse> {
  const grant = await db.first(sql<Grant>`
    SELECT ${GRANT} FROM oauth_grants g JOIN users u ON u.uid = g.user_id
    WHERE g.code_hash = ${await hashOf(sent.code)} AND g.app_id = ${app.id} AND ${MAY_LOG_IN}`)
  if (grant === null) throw invalidGrant('the code is not valid')
  if (grant.exchanged_at !== null) throw await replayed(db, grant)
  if (grant.expires_at <= now.toISOString()) throw invalidGrant('the code has expired')
  if (grant.redirect_uri !== sent.redirectUri)
    throw invalidGrant('redirect_uri differs from the request')
  if (!sameSecret(await challengeOf(sent.verifier), grant.code_challenge))
    throw invalidGrant('code_verifier is wrong')
  requireResource(grant, sent.resource, issuer)
  const ends = after(now, isOffline(grant) ? GRANT_LIFETIME : APP_TOKEN_LIFETIME).toISOString()
  const use = sql`
    UPDATE oauth_grants SET exchanged_at = ${now.toISOString()}, expires_at = ${ends}
    WHERE id = ${grant.id} AND exchanged_at IS NULL`
  return tokenResponse(db, issuer, app, { ...grant, expires_at: ends }, use, now)
}

/**
 * Returns new tokens for a refresh token, which is thereby used up. A refresh token that is used
 * twice ends all tokens of its grant.
 */
export async function refreshTokens(
  db: Database,
  issuer: Issuer,
  app: AppRow,
  { token, scope, resource }: { token: string; scope: string | null; resource: string | null },
  now: Date,
): Promise<TokenResponse> {
  const hash = await hashOf(token)
  const grant = await db.first(sql<Grant & { used_at: string | null; token_expires_at: string }>`
    SELECT ${GRANT}, t.used_at, t.expires_at AS token_expires_at
    FROM oauth_tokens t JOIN oauth_grants g ON g.id = t.grant_id JOIN users u ON u.uid = g.user_id
    WHERE t.token_hash = ${hash} AND t.kind = 'refresh' AND g.app_id = ${app.id} AND ${MAY_LOG_IN}`)
  if (grant === null) throw invalidGrant('the refresh token is not valid')
  if (grant.used_at !== null) throw await replayed(db, grant)
  if (grant.token_expires_at <= now.toISOString())
    throw invalidGrant('the refresh token has expired')
  requireResource(grant, resource, issuer)
  const granted = grant.scopes.split(' ')
  if (scope?.split(' ').some((one) => !granted.includes(one))) {
    throw new OAuthProblem('invalid_scope', 'the scope exceeds what the user allowed')
  }
  const use = sql`
    UPDATE oauth_tokens SET used_at = ${now.toISOString()} WHERE token_hash = ${hash} AND used_at IS NULL`
  return tokenResponse(db, issuer, app, { ...grant, nonce: null }, use, now)
}

/**
 * Ends an access token. A refresh token ends everything that belongs to the same login. Unknown
 * tokens are ignored.
 */
export async function revokeToken(db: Database, app: AppRow, token: string): Promise<void> {
  const hash = await hashOf(token)
  await db.batch([
    sql`DELETE FROM oauth_grants WHERE app_id = ${app.id} AND id = (
          SELECT grant_id FROM oauth_tokens WHERE token_hash = ${hash} AND kind = 'refresh')`,
    sql`DELETE FROM oauth_tokens WHERE token_hash = ${hash} AND kind = 'access'
          AND EXISTS (SELECT 1 FROM oauth_grants g WHERE g.id = grant_id AND g.app_id = ${app.id})`,
  ])
}

/** The claims for an access token. Throws `invalid_token` if the token is not valid. */
export async function userInfo(
  db: Database,
  token: string,
  { site, language }: Pick<Issuer, 'site' | 'language'>,
  now: Date,
): Promise<UserClaims> {
  const user = await db.first(sql<ClaimedUser & { scopes: string }>`
    SELECT g.scopes, ${USER} FROM oauth_tokens t JOIN oauth_grants g ON g.id = t.grant_id JOIN users u ON u.uid = g.user_id
    WHERE t.token_hash = ${await hashOf(token)} AND t.kind = 'access' AND t.expires_at > ${now.toISOString()}
      AND g.resource IS NULL AND ${MAY_LOG_IN}`)
  if (user === null) throw new OAuthProblem('invalid_token', 'the access token is not valid')
  return claimsOf(user, scopesIn(user.scopes), site, language)
}

/**
 * The user of an assistant's token, with the permission of a personal access token. Null if the
 * token is not valid or is for another audience.
 */
export async function assistantOf(
  db: Database,
  token: string,
  site: string,
  now: Date,
): Promise<{ viewer: Viewer; scope: 'read' | 'write' } | null> {
  const row = await db.first(sql<{ scopes: string } & Viewer>`
    SELECT g.scopes, ${viewerColumns(now)}
    FROM oauth_tokens t JOIN oauth_grants g ON g.id = t.grant_id JOIN users u ON u.uid = g.user_id
    WHERE t.token_hash = ${await hashOf(token)} AND t.kind = 'access' AND t.expires_at > ${now.toISOString()}
      AND g.resource = ${assistantResource(site)} AND ${MAY_LOG_IN}`)
  if (row === null) return null
  const { scopes, ...viewer } = row
  return { viewer, scope: scopesIn(scopes).includes('posts:write') ? 'write' : 'read' }
}

/** For the cron. */
export function endExpiredGrants(now: Date): Statement[] {
  const at = now.toISOString()
  return [
    sql`DELETE FROM oauth_grants WHERE expires_at <= ${at}`,
    sql`DELETE FROM oauth_tokens WHERE expires_at <= ${at}`,
  ]
}

type Grant = GrantRow & ClaimedUser

const USER: SQL = sql`u.uid, u.username, u.avatar_key, u.status, u.email, u.email_verified_at, u.email_asserted`
const GRANT: SQL = sql`
  g.id, g.app_id, g.user_id, g.redirect_uri, g.code_challenge, g.scopes, g.resource, g.nonce, g.auth_time, g.exchanged_at, g.expires_at,
  ${USER}`
/**
 * A condition: the user may log in to applications. The trigger users_end_oauth_grants deletes the
 * grants of all others.
 */
const MAY_LOG_IN: SQL = sql`u.status = 'active' AND u.purge_at IS NULL`

/**
 * Commits the use of the code or of the refresh token together with the new tokens, so that only
 * one of two concurrent requests gets tokens.
 */
async function tokenResponse(
  db: Database,
  issuer: Issuer,
  app: AppRow,
  grant: Grant,
  use: Statement,
  now: Date,
): Promise<TokenResponse> {
  await issuer.limit(app)
  const [access, refresh] = [await newSecret(), isOffline(grant) ? await newSecret() : null]
  // The token of an assistant contains nothing about its user.
  const id_token =
    grant.resource === null ? await idToken(db, issuer, app, grant, access.token, now) : undefined
  const insert = (kind: 'access' | 'refresh', hash: string, lifetime: number) => {
    const end = after(now, lifetime).toISOString()
    const expires = end < grant.expires_at ? end : grant.expires_at
    return sql`
      INSERT INTO oauth_tokens (token_hash, grant_id, kind, expires_at)
      SELECT ${hash}, ${grant.id}, ${kind}, ${expires} WHERE changes() = 1`
  }
  const results = await db.batch([
    use,
    insert('access', access.hash, APP_TOKEN_LIFETIME),
    ...(refresh ? [insert('refresh', refresh.hash, REFRESH_LIFETIME)] : []),
    sql`UPDATE oauth_consents SET last_used_at = ${now.toISOString()}
        WHERE user_id = ${grant.user_id} AND app_id = ${app.id} AND changes() = 1 RETURNING user_id`,
  ])
  if (results.at(-1)?.length === 0) throw await replayed(db, grant)
  return {
    access_token: access.token,
    token_type: 'Bearer',
    expires_in: APP_TOKEN_LIFETIME / SECOND,
    scope: grant.scopes,
    ...(id_token && { id_token }),
    ...(refresh && { refresh_token: refresh.token }),
  }
}

async function idToken(
  db: Database,
  { secrets, site, language }: Issuer,
  { client_id }: AppRow,
  grant: Grant,
  accessToken: string,
  now: Date,
): Promise<string> {
  const { kid, sign } = await signer(db, secrets, now)
  const claims = {
    iss: site,
    aud: client_id,
    iat: seconds(now),
    exp: seconds(after(now, APP_TOKEN_LIFETIME)),
    auth_time: seconds(new Date(grant.auth_time)),
    ...(grant.nonce !== null && { nonce: grant.nonce }),
    at_hash: toBase64Url((await sha256(accessToken)).subarray(0, 16)),
    ...claimsOf(grant, scopesIn(grant.scopes), site, language),
  }
  const body = [{ alg: 'RS256', typ: 'JWT', kid }, claims].map((part) =>
    toBase64Url(encoder.encode(JSON.stringify(part))),
  )
  const signed = body.join('.')
  return `${signed}.${await sign(signed)}`
}

/** A code or refresh token that is used twice may be stolen: ends all tokens of the grant. */
async function replayed(db: Database, { id }: Pick<GrantRow, 'id'>): Promise<OAuthProblem> {
  await db.batch([sql`DELETE FROM oauth_grants WHERE id = ${id}`])
  return invalidGrant('it was used before; all its tokens are revoked')
}

/**
 * Whether the application gets a refresh token. An assistant works for weeks, so it always does.
 */
function isOffline({ scopes, resource }: Grant): boolean {
  return resource !== null || scopesIn(scopes).includes('offline_access')
}

/**
 * A token request may repeat the resource of the authorization request, but may not name another
 * one.
 */
function requireResource(grant: Grant, resource: string | null, { site }: Issuer): void {
  const named = resourceIn(resource, assistantResource(site))
  if (named !== null && named !== grant.resource) {
    throw new OAuthProblem('invalid_target', 'the resource differs from the request')
  }
}

const invalidGrant = (description: string) => new OAuthProblem('invalid_grant', description)

const seconds = (moment: Date) => Math.floor(moment.getTime() / SECOND)

const challengeOf = async (verifier: string) => toBase64Url(await sha256(verifier))

const encoder = new TextEncoder()

/**
 * The application that sends a request to the token endpoint. Throws `invalid_client` if it is
 * unknown or its secret is wrong.
 */
export async function authenticatedApp(
  db: Database,
  form: URLSearchParams,
  authorization: string | undefined,
): Promise<AppRow> {
  const { id, secret } = credentialsIn(form, authorization)
  const app = await db.first(sql<AppRow>`SELECT * FROM oauth_apps WHERE client_id = ${id}`)
  const isRight = app !== null && (await fits(app, secret))
  if (!isRight)
    throw new OAuthProblem('invalid_client', 'the client is unknown or its secret is wrong')
  return app
}

/**
 * Whether the secret is that of the application. A public client has no secret and must not send
 * one.
 */
async function fits({ secret_hash }: AppRow, secret: string | null): Promise<boolean> {
  if (secret_hash === null || secret === null) return secret_hash === secret
  return sameSecret(await hashOf(secret), secret_hash)
}

interface ClientCredentials {
  id: string
  secret: string | null
}

function credentialsIn(
  form: URLSearchParams,
  authorization: string | undefined,
): ClientCredentials {
  const [id, secret] = [single(form, 'client_id'), single(form, 'client_secret')]
  if (authorization === undefined) {
    if (id === null) throw new OAuthProblem('invalid_client', 'client_id is missing')
    return { id, secret }
  }
  const basic = basicCredentials(authorization)
  if (basic === null)
    throw new OAuthProblem('invalid_client', 'only Basic authentication is supported')
  if (secret !== null || (id !== null && id !== basic.id)) {
    throw new OAuthProblem('invalid_request', 'the client is named in more than one way')
  }
  return basic
}

/**
 * The credentials in a Basic header, or null. RFC 6749 requires that both parts are encoded like a
 * form before they are joined.
 */
function basicCredentials(authorization: string): ClientCredentials | null {
  const encoded = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(authorization)?.[1]
  try {
    const [id = '', secret = ''] = atob(encoded ?? '')
      .split(':')
      .map((part) => decodeURIComponent(part.replaceAll('+', ' ')))
    if (id === '') return null
    return { id, secret: secret === '' ? null : secret }
  } catch {
    return null
  }
}
