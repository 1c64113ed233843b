import { APP_SCOPES, ASSISTANT_SCOPES, CLAIMS } from '#features/accounts/apps/claims.ts'
import { LANGUAGES } from '#kernel/i18n.ts'

/** The addresses that applications call, also shown to the owner. */
export function appEndpoints(site: string) {
  return {
    authorization_endpoint: `${site}/oauth/authorize`,
    token_endpoint: `${site}/oauth/token`,
    userinfo_endpoint: `${site}/oauth/userinfo`,
    jwks_uri: `${site}/oauth/jwks`,
    revocation_endpoint: `${site}/oauth/revoke`,
  }
}

const AUTH_METHODS = ['client_secret_basic', 'client_secret_post', 'none']

export function discoveryDocument(site: string) {
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
export const assistantResource = (site: string) => `${site}/mcp`

export const RESOURCE_METADATA_PATH = '/.well-known/oauth-protected-resource/mcp'

/** Leads an assistant from its first refusal to the authorization server (RFC 9728). */
export function resourceMetadata(site: string, name: string) {
  return {
    resource: assistantResource(site),
    resource_name: name,
    resource_documentation: `${site}/help/mcp`,
    authorization_servers: [site],
    scopes_supported: ASSISTANT_SCOPES,
    bearer_methods_supported: ['header'],
  }
}
