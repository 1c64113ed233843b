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

/** A refusal in the format of OAuth. The description is for developers of applications, in English as the standard says. */
export class OAuthProblem extends Error {
  readonly code: OAuthError

  constructor(code: OAuthError, description: string) {
    super(description)
    this.code = code
  }
}
