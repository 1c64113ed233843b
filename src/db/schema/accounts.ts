import { sql } from 'drizzle-orm'
import { integer, primaryKey, text, unique, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { AGES } from '#db/schema/ages.ts'
import { OUTLINE, users } from '#db/schema/core.ts'
import {
  computed,
  decider,
  given,
  internal,
  personal,
  recorded,
  ref,
  secret,
  site,
  stored,
  told,
  user,
} from '#db/schema/stored.ts'
import { USER_STATUSES } from '#db/values.ts'
import { DAY, MINUTE } from '#kernel/clock.ts'
import { LANGUAGES } from '#kernel/i18n.ts'

export const profileReviews = stored(
  'profile_reviews',
  {
    why: [
      '待审和已审的用户名、签名与头像',
      'Usernames, signatures and avatars, in review and decided',
    ],
    of: 'user_id',
    seenBy: 'personAndAdmins',
    kept: 'account',
    bound: { most: 'PROFILE_CHANGES_MAX', per: 'person' },
    erasure: 'deleted',
    export: ['profile_changes'],
  },
  {
    id: recorded(integer().primaryKey({ autoIncrement: true })),
    user_id: user(ref(() => users.uid)),
    username: given(text()),
    username_key: computed(text()),
    signature: given(text()),
    cost: recorded(integer().notNull()),
    status: recorded(
      text({ enum: ['pending', 'approved', 'rejected'] })
        .notNull()
        .default('pending'),
    ),
    reason: told(text()),
    created_at: recorded(text().notNull()),
    decided_at: recorded(text()),
    decided_by: decider(integer().references(() => users.uid)),
    username_outline: computed(text().generatedAlwaysAs(OUTLINE)),
    username_look: computed(text()),
    avatar_key: given(text()),
  },
  (t) => [
    uniqueIndex('profile_reviews_reserve')
      .on(t.username_key)
      .where(sql`status = 'pending' AND username_key IS NOT NULL`),
    uniqueIndex('profile_reviews_one_pending').on(t.user_id).where(sql`status = 'pending'`),
  ],
)

export const sessions = stored(
  'sessions',
  {
    why: ['登录会话和设备', 'Sessions and their devices'],
    of: 'user_id',
    seenBy: 'person',
    kept: { time: 90 * DAY },
    bound: { most: 'SESSIONS_MAX', per: 'person' },
    erasure: 'statement',
    export: ['sessions'],
  },
  {
    sid: recorded(text().primaryKey()),
    user_id: user(ref(() => users.uid)),
    status: internal(text({ enum: USER_STATUSES }).notNull()),
    ip: recorded(text().notNull()),
    user_agent: recorded(text().notNull()),
    remark: given(text().notNull().default('')),
    generation: secret(integer().notNull().default(1)),
    rotated_at: internal(text().notNull()),
    signed_in_by: recorded(text()),
    created_at: recorded(text().notNull()),
    last_used_at: recorded(text().notNull()),
    confirmed_at: internal(text()),
    expires_at: recorded(text().notNull()),
  },
)

export const sessionChecks = stored(
  'session_checks',
  {
    why: ['永远没有行：批处理用它检查会话', 'Never has a row: batches check a session with it'],
    of: null,
    seenBy: 'software',
    kept: 'site',
  },
  {
    sid: site(text().primaryKey()),
    user_id: site(integer().notNull()),
    at: site(text().notNull()),
    day: site(text().notNull()),
  },
)

export const signIns = stored(
  'sign_ins',
  {
    why: ['登录记录，用来发现新设备', 'Sign-ins, to detect new devices'],
    of: 'user_id',
    seenBy: 'person',
    kept: { time: AGES.signIns * DAY, rest: ['最新的一条保留', 'the newest one stays'] },
    bound: { most: 'SIGN_INS_MAX', per: 'person' },
    erasure: 'deleted',
    export: ['sign_ins'],
  },
  {
    id: recorded(integer().primaryKey()),
    user_id: user(ref(() => users.uid)),
    sid: internal(text().notNull()),
    device_hash: secret(text()),
    ip: recorded(text().notNull()),
    country: recorded(text()),
    user_agent: recorded(text().notNull()),
    language: recorded(text({ enum: LANGUAGES }).notNull()),
    created_at: recorded(text().notNull()),
  },
)

export const userTokens = stored(
  'user_tokens',
  {
    why: ['邮件里链接的令牌', 'Tokens of links in mails'],
    of: 'user_id',
    seenBy: 'software',
    kept: { time: 7 * DAY },
    erasure: 'deleted',
    export: ['links'],
  },
  {
    token_hash: secret(text().primaryKey()),
    user_id: user(ref(() => users.uid)),
    kind: recorded(text({ enum: ['reset', 'verify', 'email', 'not_me'] }).notNull()),
    email: recorded(text()),
    about: recorded(text()),
    created_at: recorded(text().notNull()),
    sid: internal(text()),
    expires_at: recorded(text().notNull()),
  },
  (t) => [
    uniqueIndex('user_tokens_one_of_a_kind').on(t.user_id, t.kind).where(sql`kind <> 'not_me'`),
  ],
)

export const resetRequests = stored(
  'reset_requests',
  {
    why: ['还没有处理的找回密码请求', 'Requests for a new password, until the link is mailed'],
    of: 'email',
    seenBy: 'software',
    kept: { time: 15 * MINUTE },
    erasure: { partly: ['以账号的邮箱删除', 'Deleted by the e-mail address of the account'] },
    export: { not: ['只存到邮件发出为止', 'stored until the link is mailed'] },
  },
  {
    id: internal(integer().primaryKey()),
    email: personal(text().notNull()),
    site: internal(text().notNull()),
    language: personal(text({ enum: LANGUAGES }).notNull()),
    created_at: personal(text().notNull()),
  },
)

export const accessTokens = stored(
  'access_tokens',
  {
    why: ['个人访问令牌', 'Personal access tokens'],
    of: 'user_id',
    seenBy: 'person',
    kept: 'account',
    bound: { most: 'ACCESS_TOKENS_MAX', per: 'person' },
    erasure: { trigger: 'users_end_access_tokens' },
    export: ['access_tokens'],
  },
  {
    id: recorded(integer().primaryKey()),
    token_hash: secret(text().notNull().unique()),
    user_id: user(ref(() => users.uid)),
    name: given(text().notNull()),
    scope: given(text({ enum: ['read', 'write'] }).notNull()),
    created_at: recorded(text().notNull()),
    expires_at: recorded(text()),
    last_used_at: recorded(text()),
  },
)

export const userTotp = stored(
  'user_totp',
  {
    why: ['两步验证的密钥', 'Secrets of two-step verification'],
    of: 'user_id',
    seenBy: 'person',
    kept: 'account',
    bound: { most: 1, per: 'person' },
    erasure: { trigger: 'users_erased_have_no_second_factor' },
    export: ['second_factor'],
  },
  {
    user_id: user(
      integer()
        .primaryKey()
        .references(() => users.uid),
    ),
    secret: secret(text().notNull()),
    key_id: secret(text().notNull()),
    created_at: recorded(text().notNull()),
    confirmed_at: recorded(text()),
    last_step: secret(integer().notNull().default(0)),
  },
)

export const recoveryCodes = stored(
  'recovery_codes',
  {
    why: ['两步验证的恢复码', 'Recovery codes of two-step verification'],
    of: 'user_id',
    seenBy: 'software',
    kept: 'account',
    bound: { most: 10, per: 'person' },
    erasure: { trigger: 'user_totp_takes_its_codes_along' },
    export: { not: ['密钥的散列', 'hashes of secrets'] },
  },
  {
    user_id: user(ref(() => users.uid)),
    code_hash: secret(text().notNull()),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.code_hash] })],
)

export const loginChallenges = stored(
  'login_challenges',
  {
    why: ['还差验证码的登录', 'Logins that wait for the code'],
    of: 'user_id',
    seenBy: 'software',
    kept: { time: 5 * MINUTE },
    erasure: { trigger: 'users_end_login_challenges' },
    export: {
      not: [
        '在登录的密码和验证码之间保存五分钟',
        'stored for five minutes, between the password and the code of a login',
      ],
    },
  },
  {
    challenge_hash: secret(text().primaryKey()),
    user_id: user(ref(() => users.uid)),
    tries: internal(integer().notNull().default(0)),
    expires_at: internal(text().notNull()),
    signed_in_by: personal(text()),
  },
)

export const passkeys = stored(
  'passkeys',
  {
    why: ['通行密钥', 'Passkeys'],
    of: 'user_id',
    seenBy: 'person',
    kept: 'account',
    bound: { most: 'PASSKEYS_MAX', per: 'person' },
    erasure: { trigger: 'users_erased_have_no_passkeys' },
    export: ['passkeys'],
  },
  {
    id: recorded(integer().primaryKey()),
    user_id: user(ref(() => users.uid)),
    credential_id: secret(text().notNull().unique()),
    public_key: secret(text().notNull()),
    counter: secret(integer().notNull()),
    transports: recorded(text().notNull()),
    name: given(text().notNull()),
    created_at: recorded(text().notNull()),
    last_used_at: recorded(text()),
  },
)

export const spentChallenges = stored(
  'spent_challenges',
  {
    why: ['用过的通行密钥挑战', 'Used challenges of passkeys'],
    of: null,
    seenBy: 'software',
    kept: { time: 5 * MINUTE },
  },
  {
    challenge_hash: site(text().primaryKey()),
    expires_at: site(text().notNull()),
  },
)

export const ownerClaims = stored(
  'owner_claims',
  {
    why: ['认领站点的一次性链接', 'Links that claim a new site'],
    of: null,
    seenBy: 'software',
    kept: { time: 30 * MINUTE },
  },
  {
    token_hash: site(text().primaryKey()),
    expires_at: site(text().notNull()),
  },
)

export const spentProofs = stored(
  'spent_proofs',
  {
    why: ['用过的注册工作量证明', 'Used proofs of work of registrations'],
    of: null,
    seenBy: 'software',
    kept: { time: 20 * MINUTE },
  },
  {
    challenge: site(text().primaryKey()),
    expires_at: site(text().notNull()),
  },
)

export const identityProviders = stored(
  'identity_providers',
  { why: ['可以用来登录的提供方', 'Login providers'], of: null, seenBy: 'owner', kept: 'site' },
  {
    key: site(text().primaryKey()),
    type: site(text({ enum: ['oidc', 'github'] }).notNull()),
    name: site(text().notNull()),
    issuer: site(text().notNull().unique()),
    client_id: site(text().notNull()),
    client_secret: site(text().notNull()),
    key_id: site(text().notNull()),
    sign_up: site(integer().notNull()),
    created_at: site(text().notNull()),
  },
)

export const userIdentities = stored(
  'user_identities',
  {
    why: ['账号在登录提供方的身份', 'Identities of the account at login providers'],
    of: 'user_id',
    seenBy: 'person',
    kept: 'account',
    bound: { most: 'PROVIDERS_MAX', per: 'person' },
    erasure: { trigger: 'users_erased_have_no_identities' },
    export: ['providers'],
  },
  {
    id: recorded(integer().primaryKey()),
    user_id: user(ref(() => users.uid)),
    issuer: recorded(text().notNull()),
    subject: recorded(text().notNull()),
    label: given(text().notNull()),
    created_at: recorded(text().notNull()),
    last_used_at: recorded(text()),
  },
  (t) => [
    uniqueIndex('user_identities_of_user').on(t.user_id, t.issuer),
    unique().on(t.issuer, t.subject),
  ],
)

export const invitationBatches = stored(
  'invitation_batches',
  {
    why: ['站长批量生成的邀请', 'Batches of invitations by the owner'],
    of: 'creator_id',
    seenBy: 'owner',
    kept: 'record',
    bound: 'admins',
    erasure: 'kept',
    export: { not: ['站长为站点生成的邀请码', 'codes that an owner created for the site'] },
  },
  {
    id: internal(integer().primaryKey()),
    creator_id: user(ref(() => users.uid)),
    note: personal(text().notNull(), { erase: { account: '' } }),
    codes: personal(integer().notNull()),
    uses: personal(integer().notNull()),
    used: personal(integer().notNull().default(0)),
    created_at: personal(text().notNull()),
    expires_at: personal(text().notNull()),
    revoked_at: personal(text()),
  },
)

export const invitations = stored(
  'invitations',
  {
    why: ['邀请码', 'Invitation codes'],
    of: 'creator_id',
    seenBy: 'person',
    kept: 'record',
    bound: [
      { most: 'OPEN_INVITATIONS_MAX', per: 'person' },
      { most: 1, per: 'invitation_uses' },
    ],
    erasure: {
      partly: [
        '未使用的邀请被删除，用过的保留，邀请人显示为“已注销用户”',
        'Unused invitations are deleted; used ones stay, with "Deleted user" as the inviter',
      ],
    },
    export: ['invitations'],
  },
  {
    id: recorded(integer().primaryKey()),
    code: recorded(text().notNull().unique()),
    creator_id: user(ref(() => users.uid)),
    batch_id: internal(integer().references(() => invitationBatches.id)),
    uses: given(integer().notNull()),
    created_at: recorded(text().notNull()),
    expires_at: recorded(text().notNull()),
    revoked_at: recorded(text()),
    used: recorded(integer().notNull().default(0)),
  },
)

export const invitationUses = stored(
  'invitation_uses',
  {
    why: ['谁用谁的邀请注册', 'Who registered with whose invitation'],
    of: 'user_id',
    seenBy: 'person',
    kept: 'record',
    bound: { most: 1, per: 'person' },
    erasure: 'kept',
    export: ['invited_people', 'invited_by'],
  },
  {
    user_id: user(
      integer()
        .primaryKey()
        .references(() => users.uid),
      { as: { invited_people: ['uid', 'username'] } },
    ),
    invitation_id: recorded(
      ref(() => invitations.id),
      { as: { invited_people: ['invitation_id'] } },
    ),
    inviter_id: user(
      ref(() => users.uid),
      { as: { invited_by: ['uid', 'username'] } },
    ),
    created_at: recorded(text().notNull()),
  },
)

export const oauthApps = stored(
  'oauth_apps',
  {
    why: [
      '可以用本站账号登录的应用',
      'Applications whose people log in with an account of this site',
    ],
    of: null,
    seenBy: 'owner',
    kept: 'site',
    bound: { most: 'ASSISTANTS_MAX', per: 'person' },
  },
  {
    id: site(integer().primaryKey()),
    client_id: site(text().notNull().unique()),
    name: site(text().notNull()),
    redirect_uris: site(text().notNull()),
    secret_hash: site(text()),
    created_at: site(text().notNull()),
    fetched_at: site(text()),
  },
)

export const oauthConsents = stored(
  'oauth_consents',
  {
    why: ['用户允许的应用', 'Applications that a user has allowed'],
    of: 'user_id',
    seenBy: 'person',
    kept: 'account',
    bound: [
      { most: 'APPS_MAX', per: 'person' },
      { most: 'ASSISTANTS_MAX', per: 'person' },
    ],
    erasure: { trigger: 'users_erased_have_no_consents' },
    export: ['connected_apps'],
  },
  {
    user_id: user(ref(() => users.uid)),
    app_id: recorded(
      ref(() => oauthApps.id),
      { as: ['app_id', 'name'] },
    ),
    scopes: recorded(text().notNull()),
    created_at: recorded(text().notNull()),
    last_used_at: recorded(text()),
    sid: internal(text()),
    changed_at: recorded(text()),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.app_id] })],
)

export const oauthGrants = stored(
  'oauth_grants',
  {
    why: ['对应用的一次登录', 'One login to an application'],
    of: 'user_id',
    seenBy: 'software',
    kept: { time: 90 * DAY },
    erasure: { trigger: 'users_end_oauth_grants' },
    export: {
      not: [
        '已连接应用的令牌，应用本身在 connected_apps',
        'tokens of the connected applications, which are listed as connected_apps',
      ],
    },
  },
  {
    id: internal(integer().primaryKey()),
    app_id: internal(ref(() => oauthApps.id)),
    user_id: user(ref(() => users.uid)),
    code_hash: secret(text().notNull().unique()),
    redirect_uri: personal(text().notNull()),
    code_challenge: secret(text().notNull()),
    scopes: personal(text().notNull()),
    nonce: secret(text()),
    auth_time: personal(text().notNull()),
    created_at: personal(text().notNull()),
    exchanged_at: personal(text()),
    expires_at: personal(text().notNull()),
    resource: personal(text()),
    sid: internal(text()),
  },
)

export const oauthTokens = stored(
  'oauth_tokens',
  {
    why: ['应用的访问和刷新令牌', 'Access and refresh tokens of applications'],
    of: 'grant_id',
    seenBy: 'software',
    kept: { time: 30 * DAY },
    erasure: { trigger: 'oauth_grants_take_their_tokens_along' },
    export: { not: ['密钥的散列', 'hashes of secrets'] },
  },
  {
    token_hash: secret(text().primaryKey()),
    grant_id: internal(ref(() => oauthGrants.id)),
    kind: internal(text({ enum: ['access', 'refresh'] }).notNull()),
    expires_at: internal(text().notNull()),
    used_at: internal(text()),
  },
)

export const oauthKeys = stored(
  'oauth_keys',
  {
    why: ['签署 ID 令牌的密钥', 'Keys that sign ID tokens'],
    of: null,
    seenBy: 'software',
    kept: 'site',
  },
  {
    kid: site(text().primaryKey()),
    public_key: site(text().notNull()),
    private_key: site(text().notNull()),
    key_id: site(text().notNull()),
    created_at: site(text().notNull()),
  },
)

/** Sign-ins of a user, for the detection of new devices. */
export type SignIn = typeof signIns.$inferSelect
/** Tokens of links that a user gets by mail or from the owner. */
export type UserToken = typeof userTokens.$inferSelect
export type TokenKind = UserToken['kind']
/** Requests for a new password, until the link is mailed. */
export type ResetRequest = typeof resetRequests.$inferSelect
export type Session = typeof sessions.$inferSelect
/** Personal access tokens: programs use them to act for a user. */
export type AccessTokenRow = typeof accessTokens.$inferSelect
/** Applications whose people log in with an account of this site. */
export type AppRow = typeof oauthApps.$inferSelect
/** One login to an application: its code and the base of its tokens. */
export type GrantRow = typeof oauthGrants.$inferSelect
/** Keys that sign ID tokens. */
export type KeyRow = typeof oauthKeys.$inferSelect
export type PasskeyRow = typeof passkeys.$inferSelect
export type ProviderRow = typeof identityProviders.$inferSelect
export type IdentityRow = typeof userIdentities.$inferSelect
export type InvitationBatchRow = typeof invitationBatches.$inferSelect
export type InvitationRow = typeof invitations.$inferSelect
export type ProfileReview = typeof profileReviews.$inferSelect
export type UserTotp = typeof userTotp.$inferSelect
