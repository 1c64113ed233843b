import type { User } from '#db/schema/core.ts'
import { displayName, imageUrl } from '#features/core/people/user-ref.ts'
import { LANGUAGES, type Language } from '#kernel/i18n.ts'

export type ClaimedUser = Pick<
  User,
  'uid' | 'username' | 'avatar_key' | 'status' | 'email' | 'email_verified_at' | 'email_asserted'
>

/** The claims about a user. The claims of a scope are missing without the scope. */
export interface UserClaims {
  sub: string
  name?: string
  preferred_username?: string
  picture?: string
  profile?: string
  email?: string | null
  email_verified?: boolean
}

/** What an application gets about a user, in ID tokens and at `/oauth/userinfo`. */
export function claimsOf(
  user: ClaimedUser,
  scopes: readonly AppScope[],
  site: string,
  language: Language,
): UserClaims {
  const picture = imageUrl(user.avatar_key)
  return {
    sub: String(user.uid),
    ...(scopes.includes('profile') && {
      name: displayName(user, language),
      ...(user.username !== null && { preferred_username: user.username }),
      ...(picture !== null && { picture: site + picture }),
      profile: `${site}/space/${user.uid}`,
    }),
    ...(scopes.includes('email') && {
      email: user.email,
      email_verified: user.email_verified_at !== null && !user.email_asserted,
    }),
  }
}

export const CLAIMS = [
  'sub',
  'name',
  'preferred_username',
  'picture',
  'profile',
  'email',
  'email_verified',
] as const

/** What the token of an assistant may do at `/mcp`. Writing includes reading. */
export const ASSISTANT_SCOPES = ['posts:read', 'posts:write'] as const
export const APP_SCOPES = [
  'openid',
  'profile',
  'email',
  'offline_access',
  ...ASSISTANT_SCOPES,
] as const
export type AppScope = (typeof APP_SCOPES)[number]

/**
 * The known scopes in a list that is separated by spaces. Unknown scopes are ignored, as OpenID
 * Connect requires.
 */
export function scopesIn(list: string): AppScope[] {
  const named = new Set(list.split(' '))
  return APP_SCOPES.filter((scope) => named.has(scope))
}

/**
 * The scopes of a token. A token for a resource opens only that resource, so it gets no scopes of a
 * login; the token of a login gets none of the resource.
 */
export function scopesFor(list: string, resource: string | null): AppScope[] {
  const isOfAssistant = (scope: AppScope) => ASSISTANT_SCOPES.some((own) => own === scope)
  return scopesIn(list).filter(
    (scope) => scope === 'offline_access' || isOfAssistant(scope) === (resource !== null),
  )
}

export interface AppEndpoints {
  authorization_endpoint: string
  token_endpoint: string
  userinfo_endpoint: string
  jwks_uri: string
  revocation_endpoint: string
}

/** The addresses that applications call. They are also shown to the owner. */
export function appEndpoints(site: string): AppEndpoints {
  return {
    authorization_endpoint: `${site}/oauth/authorize`,
    token_endpoint: `${site}/oauth/token`,
    userinfo_endpoint: `${site}/oauth/userinfo`,
    jwks_uri: `${site}/oauth/jwks`,
    revocation_endpoint: `${site}/oauth/revoke`,
  }
}

const AUTH_METHODS = ['client_secret_basic', 'client_secret_post', 'none']

interface DiscoveryDocument extends AppEndpoints {
  issuer: string
  /** The members with the supported values have the names of the standards. */
  [name: `${string}_supported`]: readonly string[] | boolean
}

/** The metadata of the site for OpenID Connect Discovery and RFC 8414. */
export function discoveryDocument(site: string): DiscoveryDocument {
  return {
    issuer: site,
    ...appEndpoints(site),
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    scopes_supported: APP_SCOPES,
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: AUTH_METHODS,
    revocation_endpoint_auth_methods_supported: AUTH_METHODS,
    claims_supported: ['iss', 'aud', 'exp', 'iat', 'auth_time', 'nonce', 'at_hash', ...CLAIMS],
    prompt_values_supported: ['none', 'login', 'consent', 'select_account'],
    ui_locales_supported: LANGUAGES,
    authorization_response_iss_parameter_supported: true,
    claims_parameter_supported: false,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
    client_id_metadata_document_supported: true,
  }
}

/** The address that tokens of assistants open (RFC 8707). */
export const assistantResource = (site: string): string => `${site}/mcp`

export const RESOURCE_METADATA_PATH = '/.well-known/oauth-protected-resource/mcp'

interface ResourceMetadata {
  resource: string
  resource_name: string
  resource_documentation: string
  authorization_servers: string[]
  scopes_supported: readonly AppScope[]
  bearer_methods_supported: string[]
}

/**
 * The document that leads an assistant from its first refusal to the authorization server (RFC
 * 9728).
 */
export function resourceMetadata(site: string, name: string): ResourceMetadata {
  return {
    resource: assistantResource(site),
    resource_name: name,
    resource_documentation: `${site}/help/mcp`,
    authorization_servers: [site],
    scopes_supported: ASSISTANT_SCOPES,
    bearer_methods_supported: ['header'],
  }
}
