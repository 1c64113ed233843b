import type { Tables } from '../../generated/tables.ts'

/** Sign-ins of a user, for the detection of new devices. */
export type SignIn = Tables['sign_ins']

/** Tokens of links that a user gets by mail or from the owner. */
export type UserToken = Tables['user_tokens'] & {
  /**
   * `reset`: a new password. `verify`: the account's address. `email`: a new address. `not_me`:
   * "this was not me".
   */
  kind: 'reset' | 'verify' | 'email' | 'not_me'
}

export type TokenKind = UserToken['kind']
/** Requests for a new password, until the link is mailed. */
export type ResetRequest = Tables['reset_requests']
export type Session = Tables['sessions']
/** Personal access tokens: programs use them to act for a user. */
export type AccessTokenRow = Tables['access_tokens']
/** Applications whose people log in with an account of this site. */
export type AppRow = Tables['oauth_apps']
/** One login to an application: its code and the base of its tokens. */
export type GrantRow = Tables['oauth_grants']
/** Keys that sign ID tokens. */
export type KeyRow = Tables['oauth_keys']
export type PasskeyRow = Tables['passkeys']
export type ProviderRow = Tables['identity_providers']
export type IdentityRow = Tables['user_identities']
export type InvitationBatchRow = Tables['invitation_batches']
export type InvitationRow = Tables['invitations']
export type ProfileReview = Tables['profile_reviews']
export type UserTotp = Tables['user_totp']
