import type { User } from '#db/schema/core.ts'
import { displayName, imageUrl } from '#features/core/people/user-ref.ts'
import type { Language } from '#kernel/i18n.ts'

export type ClaimedUser = Pick<
  User,
  'uid' | 'username' | 'avatar_key' | 'status' | 'email' | 'email_verified_at' | 'email_asserted'
>

/** What an application learns about a user, in ID tokens and at `/oauth/userinfo`. */
export function claimsOf(user: ClaimedUser, scopes: readonly AppScope[], site: string, language: Language) {
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

export const CLAIMS = ['sub', 'name', 'preferred_username', 'picture', 'profile', 'email', 'email_verified'] as const

/** What the token of an assistant may do at `/mcp`. Writing includes reading. */
export const ASSISTANT_SCOPES = ['posts:read', 'posts:write'] as const
export const APP_SCOPES = ['openid', 'profile', 'email', 'offline_access', ...ASSISTANT_SCOPES] as const
export type AppScope = (typeof APP_SCOPES)[number]

/** The known scopes in a list separated by spaces. Unknown ones are ignored, as OpenID Connect asks. */
export function scopesIn(list: string): AppScope[] {
  const named = new Set(list.split(' '))
  return APP_SCOPES.filter((scope) => named.has(scope))
}

/**
 * The scopes of a request. A token for a resource opens only that resource, so it gets no scopes of a login, and a login gets none of
 * the resource.
 */
export function scopesFor(list: string, resource: string | null): AppScope[] {
  const isOfAssistant = (scope: AppScope) => ASSISTANT_SCOPES.some((own) => own === scope)
  return scopesIn(list).filter((scope) => scope === 'offline_access' || isOfAssistant(scope) === (resource !== null))
}
