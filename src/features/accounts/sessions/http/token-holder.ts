import type { Context } from 'hono'
import type { AppEnv } from '#env'
import { type Holder, holderOf, isAccessToken } from '#features/accounts/access-tokens/tokens.ts'
import { setViewer } from '#features/accounts/sessions/http/request-session.ts'
import { AppError } from '#kernel/errors.ts'
import { credentialsOf } from '#web/guards/credentials.ts'
import { inBackground } from '#web/in-background.ts'
import type { RouteFact } from '#web/openapi/route-facts.ts'
import { isUnderApi } from '#web/paths.ts'

type Caller = Pick<Holder, 'viewer' | 'scope'> & { use?: Holder['use'] }

/**
 * Requests that the site sends to its own routes for the holder of a token. No client can send the
 * key.
 */
const holders = new WeakMap<Request, Caller>()

/**
 * The request gets the permissions that a personal access token of this user and scope has. The
 * caller has checked the token.
 */
export function actFor(request: Request, holder: Pick<Holder, 'viewer' | 'scope'>): void {
  holders.set(request, holder)
}

/**
 * Finds the user of a personal access token, which works only under `/api`. Null if the request has
 * none; the function returns null for a token that is not valid.
 */
export function findHolderOf(c: Context<AppEnv>): (() => Promise<Caller | null>) | null {
  const holder = holders.get(c.req.raw)
  if (holder) return async () => holder
  const { access, isBearer } = credentialsOf(c)
  const isToken = isBearer && access !== null && isAccessToken(access) && isUnderApi(c.req.path)
  return isToken ? () => holderOf(c.var.db, access, c.var.now) : null
}

/**
 * Only a route line with `tokens` accepts a token, so that a leaked token cannot take over the
 * account. A route whose viewer is lazy does not read the token.
 */
export async function loadHolder(
  c: Context<AppEnv>,
  facts: readonly RouteFact[],
  find: (() => Promise<Caller | null>) | null,
): Promise<void> {
  const isAllowed = facts.some(({ operation }) => operation?.tokens)
  if (find === null) {
    if (!isAllowed) throw new AppError('forbidden')
    return
  }
  const holder = await find()
  if (holder === null) return
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
  if (!isAllowed || !(isRead || holder.scope === 'write')) throw new AppError('forbidden')
  setViewer(c, holder.viewer)
  c.set('session', null)
  if (holder.use) inBackground(c, 'record the use of a token', c.var.db.batch([holder.use]))
}
