export const APP_SCOPES = ['openid', 'profile', 'email', 'offline_access'] as const
export type AppScope = (typeof APP_SCOPES)[number]

/** The known scopes in a list separated by spaces. Unknown ones are ignored, as OpenID Connect asks. */
export function scopesIn(list: string): AppScope[] {
  const named = new Set(list.split(' '))
  return APP_SCOPES.filter((scope) => named.has(scope))
}
