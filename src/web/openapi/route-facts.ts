import type * as z from 'zod'
import type { ErrorCode } from '#kernel/errors.ts'
import type { GuardName } from '#web/guards/table.ts'

/** Who may call a route. `anyone` is a public write: no login, but CSRF protection. */
export type Access = 'anyone' | 'signedIn' | 'member' | 'admin' | 'owner'

/** The groups of the API reference, with their descriptions. */
export const TAGS = {
  admin: 'Moderation and site administration.',
  auth: 'Registration, login and recovery.',
  'claim-owner': 'The first owner of a new site.',
  comments: 'Single comments and their images.',
  docs: 'This document and its reference as pages.',
  energize: 'An alias of `/api/energy/energize`.',
  energy: 'The energy balance and its ledger.',
  folders: 'Folders of saved posts.',
  invitations: 'Invitations of the viewer.',
  letters: 'Posts by e-mail.',
  level: 'Level, exp and the daily check-in.',
  live: 'WebSocket with live updates for a user.',
  messages: 'Notifications.',
  posts: 'Public posts with their comments and reactions.',
  push: 'Push messages to the browser of the viewer.',
  reports: 'Reports to the admins.',
  search: 'Search for posts, people and tags.',
  settings: 'The account of the viewer.',
  space: 'The public page of the viewer.',
  studio: 'The posts of the viewer, in every status.',
  tags: 'Tags of public posts.',
  users: 'Other users: follows and blocks.',
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
