import type { AccessTokenRow } from '#db/schema/access-tokens.ts'

/** A read token sends only reads. No token reaches the guarded paths. */
export function mayCall({ scope }: Pick<AccessTokenRow, 'scope'>, method: string, path: string): boolean {
  const isRead = method === 'GET' || method === 'HEAD'
  return (isRead || scope === 'write') && !isGuarded(path)
}

/** Paths that no personal access token reaches, so that a leaked token cannot take over the account. */
export function isGuarded(path: string): boolean {
  return /^\/api\/(settings|auth|admin)(\/|$)/.test(path)
}
