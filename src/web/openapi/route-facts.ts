import type * as z from 'zod'
import type { ErrorCode } from '#kernel/errors.ts'

/** Who may call a route. `anyone` is a public write: no login, but CSRF protection. */
export type Access = 'anyone' | 'signedIn' | 'member' | 'admin' | 'owner'

/** Facts that guards, schemas and `doc(…)` attach to a route. The OpenAPI document and the route tests use them. */
export interface RouteFact {
  access?: Access
  input?: { in: 'json' | 'query' | 'param' | 'form'; schema: z.ZodType }
  doc?: { summary: string; answers: Answers }
  refuses?: readonly ErrorCode[]
  /** A public read whose response depends on the viewer. */
  dependsOnCaller?: true
  /** The session is not loaded: the response is the same for everyone, or the handler reads the credentials itself. */
  withoutViewer?: true
  /** Wrong passwords and codes are limited. */
  countsGuesses?: true
  /** The handler loads the session with its own reads. */
  readsViewer?: true
  /** Anonymous readers get this from the edge cache. */
  cached?: { parameters: readonly string[] }
}

/** The body schema of each success status; `null` for no body. */
export type Answers = { readonly [status: number]: z.ZodType | string | null }

const facts = new WeakMap<object, RouteFact>()

export function noted<Handler extends object>(handler: Handler, fact: RouteFact): Handler {
  facts.set(handler, fact)
  return handler
}

export function factOf(handler: object): RouteFact {
  return facts.get(handler) ?? {}
}
