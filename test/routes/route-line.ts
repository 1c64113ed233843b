import type { Client, World } from '#test/world.ts'
import type { Access } from '#web/openapi/route-facts.ts'

/** The users available to measure a route. */
export interface People {
  world: World
  visitor: Client
  member: Client & { uid: number; sid: string }
  admin: Client
  owner: Client
  /** A second session of the member. */
  otherSid: string
  /** A user who has written posts: their ids and tag. */
  author: Client & {
    uid: number
    draft: number
    pending: number
    approved: number
    deleted: number
    tag: string
  }
  /** A user of Lv4 with a comment on the author's post and a public folder. */
  reader: Client & { uid: number; comment: number; folder: number }
}

/** The request that measures a route. */
export interface Sending {
  /** The path of the route with an id of the people, if not given. */
  path?: string
  json?: unknown
  /** A plain form, sent without JavaScript. */
  form?: Record<string, string>
  headers?: Record<string, string>
  /** An image or a CSV file, sent as a form upload. */
  file?: Uint8Array<ArrayBuffer>
  /** The sender, if none of the people fits. */
  by?: Client
}

export interface RouteLine {
  /** The required access. `public` has no guard. */
  access: Access | 'public'
  /**
   * The expected status; 200 by default. A refusal costs less than a success, so a status of 400 or
   * more needs a reason.
   */
  status?: number
  /** Why a refusal is measured. */
  because?: string
  /** Maximum D1 round trips, including the session. */
  trips: number
  /** Maximum rows read; 30 by default. */
  rows?: number
  /**
   * Maximum rows written before the response is sent, with indexes and triggers, as D1 bills them;
   * 0 by default.
   */
  written?: number
  /** The request, its path or query alone, or the first parameter of the path. */
  sent?: (people: People) => Sending | string | number | Promise<Sending | string | number>
  /** The sender, if a user with the required access has no suitable data. */
  as?: 'member' | 'author' | 'reader'
}

/** A route line, with what differs from a success with status 200. */
export const line = (
  access: RouteLine['access'],
  trips: number,
  more: Partial<RouteLine> = {},
  sent?: RouteLine['sent'],
): RouteLine => ({ access, trips, ...(sent && { sent }), ...more })
