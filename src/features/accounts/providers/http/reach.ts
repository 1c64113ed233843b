import type { Bindings } from '#env'
import type { Reach } from '#features/accounts/providers/outgoing.ts'

/** `npm start` may use a provider on this machine. */
export function reachOf({ ENVIRONMENT }: Pick<Bindings, 'ENVIRONMENT'>): Reach {
  return { isLocal: ENVIRONMENT !== 'production' }
}
