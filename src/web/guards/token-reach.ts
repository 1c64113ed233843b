import type { AccessTokenRow } from '#db/schema/access-tokens.ts'

/** A read token allows only reads. No token can call the guarded paths. */
export function mayCall({ scope }: Pick<AccessTokenRow, 'scope'>, method: string, path: string): boolean {
  const isRead = method === 'GET' || method === 'HEAD'
  return (isRead || scope === 'write') && !isGuarded(path)
}

/** Paths that refuse personal access tokens, so that a leaked token cannot take over the account. */
export function isGuarded(path: string): boolean {
  return /^\/api\/(settings|auth|admin|claim-owner)(\/|$)/.test(path)
}
