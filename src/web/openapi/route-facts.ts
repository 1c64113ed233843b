import type * as z from 'zod'
import type { ErrorCode } from '#kernel/errors.ts'
import type { GuardName } from '#web/guards/table.ts'

/** Who may call a route. `anyone` is a public write: no login, but CSRF protection. */
export type Access = 'anyone' | 'signedIn' | 'member' | 'admin' | 'owner'

/** The groups of the API reference, with their descriptions. */
export const TAGS = {
  admin:
    'Moderation and the administration of the site. Only admins and owners can call these operations.',
  auth: 'Registration, login, sessions and the recovery of an account.',
  'claim-owner': 'Become the first owner of a new site.',
  comments: 'Single comments, their replies and their images.',
  docs: 'The OpenAPI document, and the same reference as pages.',
  energize: 'An alias of `POST /api/energy/energize`.',
  energy: 'Your energy balance and its ledger, and energy for posts.',
  folders: 'Your folders of saved posts.',
  invitations: 'Your invitations, with which other people can register.',
  letters: 'Subscriptions to posts by e-mail.',
  level: 'Your level, your experience points (exp) and the daily check-in.',
  live: 'The WebSocket that sends the number of your unread notifications.',
  messages: 'Your notifications.',
  posts: 'Public posts, with their comments, reactions and saves.',
  push: 'Push messages to your browser.',
  reports: 'Report a post, a comment or a user to the admins.',
  search: 'Search for posts, people and tags.',
  settings:
    'Your account: profile, e-mail address, login methods, sessions, preferences and exports.',
  space: 'Who can see the lists of your public page.',
  studio: 'Your own posts in every status, your series and your letters.',
  tags: 'The tags of public posts, and following a tag.',
  users: 'Other users: follow, block, and search for a user to mention.',
} as const

/** One method of one path of the API. */
export interface Operation {
  /** The name in generated clients: `operationId` of OpenAPI. */
  name: string
  tag: keyof typeof TAGS
  /**
   * Personal access tokens may call it: any token if it is a read, a token with the scope `write`
   * if it is a write.
   */
  tokens?: true
  /** Needs a fresh session: a login or a confirmation in the last ten minutes. */
  fresh?: Fresh
  /** The command is the check-in of the day, so the guard does not check the viewer in before. */
  checksIn?: true
}

/**
 * `true`: the guard requires it. `or password`: the command also accepts the password in the body,
 * while two-step verification is off.
 */
export type Fresh = true | 'or password'

/**
 * The effect of a write that is sent again after its response was lost. test/faults/writing.test.ts
 * compares it.
 *
 * - idempotent: nothing changes, or the idempotency key returns the first response
 * - toggles: the state changes back; the client can read it first
 * - adds: one more harmless item: a session, a token, a mail, or a file that the clean-up removes
 * - finishes: the first request executed only a step before the command
 * - refused: the command is already done; the error code, or the status of a page
 */
export type Repeat =
  | 'idempotent'
  | 'toggles'
  | 'adds'
  | 'finishes'
  | `refused: ${ErrorCode | number}`

/**
 * Facts that guards, schemas and `doc(…)` attach to a route. The OpenAPI document and the route
 * tests use them.
 */
export interface RouteFact {
  guard?: GuardName
  access?: Access
  operation?: Operation
  repeat?: Repeat
  /** The same as `Operation.fresh`, for a page or a plain form. */
  fresh?: true
  input?: { in: 'json' | 'query' | 'param' | 'form'; schema: z.ZodType }
  summary?: string
  responses?: Responses
  refuses?: readonly ErrorCode[]
  /** Wrong passwords and codes are limited. */
  countsGuesses?: true
  /** The edge cache serves anonymous readers. */
  cached?: { parameters: readonly string[] }
}

/** The body schema of each success status; `null` for no body. */
export type Responses = { readonly [status: number]: z.ZodType | string | null }

const facts = new WeakMap<object, RouteFact>()

export function noted<Handler extends object>(handler: Handler, fact: RouteFact): Handler {
  facts.set(handler, fact)
  return handler
}

export function factOf(handler: object): RouteFact {
  return facts.get(handler) ?? {}
}
