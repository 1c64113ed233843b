import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Tokens of links that a user gets by mail or from the owner. */
export const userTokens = sqliteTable('user_tokens', {
  token_hash: text().primaryKey(),
  user_id: integer().notNull(),
  /**
   * `reset`: set a new password. `verify`: confirm the address of the account. `email`: confirm a new address. `not_me`:
   * "this was not me".
   */
  kind: text({ enum: ['reset', 'verify', 'email', 'not_me'] }).notNull(),
  email: text(),
  created_at: text().notNull(),
  expires_at: text().notNull(),
  /** For `not_me`: the session that signed in or made the change. */
  sid: text(),
  /** For `not_me`: the security event that the mail is about. */
  about: text(),
})

/** Sign-ins of a user, for the detection of new devices. */
export const signIns = sqliteTable('sign_ins', {
  id: integer().primaryKey(),
  user_id: integer().notNull(),
  sid: text().notNull(),
  /** Hash of the device cookie; null if the browser sent none. */
  device_hash: text(),
  ip: text().notNull(),
  country: text(),
  user_agent: text().notNull(),
  language: text({ enum: ['zh-CN', 'en'] }).notNull(),
  created_at: text().notNull(),
})

export type SignIn = typeof signIns.$inferSelect
export type UserToken = typeof userTokens.$inferSelect
export type TokenKind = UserToken['kind']

/** Requests for a new password, until the link is mailed. */
export const resetRequests = sqliteTable('reset_requests', {
  id: integer().primaryKey(),
  email: text().notNull(),
  site: text().notNull(),
  language: text({ enum: ['zh-CN', 'en'] }).notNull(),
  created_at: text().notNull(),
})

export type ResetRequest = typeof resetRequests.$inferSelect

export const sessions = sqliteTable('sessions', {
  sid: text().primaryKey(),
  user_id: integer().notNull(),
  status: text({ enum: ['active', 'banned', 'deleted'] }).notNull(),
  ip: text().notNull(),
  user_agent: text().notNull(),
  remark: text().notNull(),
  /** Number of the newest refresh token. An older token is no longer valid. */
  generation: integer().notNull(),
  rotated_at: text().notNull(),
  created_at: text().notNull(),
  last_used_at: text().notNull(),
  expires_at: text().notNull(),
  /** The last proof of identity in this session. Null in sessions of an older version. */
  confirmed_at: text(),
  /** `password`, `passkey` or the issuer of a provider. Null in sessions of an older version. */
  signed_in_by: text(),
})

export type Session = typeof sessions.$inferSelect

/** Personal access tokens: programs use them to act for a user. */
export const accessTokens = sqliteTable('access_tokens', {
  id: integer().primaryKey(),
  token_hash: text().notNull(),
  user_id: integer().notNull(),
  name: text().notNull(),
  scope: text({ enum: ['read', 'write'] }).notNull(),
  created_at: text().notNull(),
  /** Null if the token does not expire. */
  expires_at: text(),
  /** Rounded to the hour. */
  last_used_at: text(),
})

export type AccessTokenRow = typeof accessTokens.$inferSelect

/** Applications whose people log in with an account of this site. */
export const oauthApps = sqliteTable('oauth_apps', {
  id: integer().primaryKey(),
  client_id: text().notNull(),
  name: text().notNull(),
  /** A JSON array of texts. */
  redirect_uris: text().notNull(),
  /** Null for public clients. */
  secret_hash: text(),
  created_at: text().notNull(),
})

export type AppRow = typeof oauthApps.$inferSelect

/** One login to an application: its code and the base of its tokens. */
export const oauthGrants = sqliteTable('oauth_grants', {
  id: integer().primaryKey(),
  app_id: integer().notNull(),
  user_id: integer().notNull(),
  code_hash: text().notNull(),
  redirect_uri: text().notNull(),
  code_challenge: text().notNull(),
  scopes: text().notNull(),
  nonce: text(),
  auth_time: text().notNull(),
  created_at: text().notNull(),
  exchanged_at: text(),
  expires_at: text().notNull(),
})

export type GrantRow = typeof oauthGrants.$inferSelect

/** Keys that sign ID tokens. */
export const oauthKeys = sqliteTable('oauth_keys', {
  kid: text().primaryKey(),
  /** JWK. */
  public_key: text().notNull(),
  /** Encrypted with the site secret that `key_id` names. */
  private_key: text().notNull(),
  key_id: text().notNull(),
  created_at: text().notNull(),
})

export type KeyRow = typeof oauthKeys.$inferSelect

export const passkeys = sqliteTable('passkeys', {
  id: integer().primaryKey(),
  user_id: integer().notNull(),
  /** Credential id and public key (COSE), both in Base64url. */
  credential_id: text().notNull(),
  public_key: text().notNull(),
  /** Signature counter of the authenticator; 0 if it does not count. */
  counter: integer().notNull(),
  /** JSON list. */
  transports: text().notNull(),
  name: text().notNull(),
  created_at: text().notNull(),
  last_used_at: text(),
})

export type PasskeyRow = typeof passkeys.$inferSelect

/** Sites whose accounts can sign in here. */
export const identityProviders = sqliteTable('identity_providers', {
  key: text().primaryKey(),
  type: text({ enum: ['oidc', 'github'] }).notNull(),
  name: text().notNull(),
  issuer: text().notNull(),
  client_id: text().notNull(),
  /** Encrypted with the site secret that `key_id` names. */
  client_secret: text().notNull(),
  key_id: text().notNull(),
  /** Whether the provider may create accounts. */
  sign_up: integer().notNull(),
  created_at: text().notNull(),
})

export type ProviderRow = typeof identityProviders.$inferSelect

/** The accounts at providers that can sign in as a user. */
export const userIdentities = sqliteTable('user_identities', {
  id: integer().primaryKey(),
  user_id: integer().notNull(),
  issuer: text().notNull(),
  subject: text().notNull(),
  /** The name or address at the provider when it was connected. */
  label: text().notNull(),
  created_at: text().notNull(),
  last_used_at: text(),
})

export type IdentityRow = typeof userIdentities.$inferSelect

export const invitationBatches = sqliteTable('invitation_batches', {
  id: integer().primaryKey(),
  creator_id: integer().notNull(),
  note: text().notNull(),
  codes: integer().notNull(),
  /** Of each code. */
  uses: integer().notNull(),
  used: integer().notNull(),
  created_at: text().notNull(),
  expires_at: text().notNull(),
  revoked_at: text(),
})

export type InvitationBatchRow = typeof invitationBatches.$inferSelect

export const invitations = sqliteTable('invitations', {
  id: integer().primaryKey(),
  code: text().notNull(),
  creator_id: integer().notNull(),
  /** Null if it was not created in bulk. */
  batch_id: integer(),
  uses: integer().notNull(),
  used: integer().notNull(),
  created_at: text().notNull(),
  expires_at: text().notNull(),
  revoked_at: text(),
})

export type InvitationRow = typeof invitations.$inferSelect

export const profileReviews = sqliteTable('profile_reviews', {
  id: integer().primaryKey({ autoIncrement: true }),
  user_id: integer().notNull(),
  username: text(),
  username_key: text(),
  signature: text(),
  cost: integer().notNull(),
  status: text({ enum: ['pending', 'approved', 'rejected'] }).notNull(),
  reason: text(),
  created_at: text().notNull(),
  decided_at: text(),
  decided_by: integer(),
})

export type ProfileReview = typeof profileReviews.$inferSelect

/** Authenticator app (TOTP) of a user. */
export const userTotp = sqliteTable('user_totp', {
  user_id: integer().primaryKey(),
  /** Encrypted with the site secret that `key_id` names. */
  secret: text().notNull(),
  key_id: text().notNull(),
  created_at: text().notNull(),
  confirmed_at: text(),
  /** Time step of the last accepted code. */
  last_step: integer().notNull(),
})

export type UserTotp = typeof userTotp.$inferSelect
