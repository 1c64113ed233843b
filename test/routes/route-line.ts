import type { Client, World } from '#test/world.ts'
import type { Access } from '#web/openapi/route-facts.ts'

/** Who is at hand when a route's budget is measured. */
export interface People {
  world: World
  visitor: Client
  member: Client & { uid: number; sid: string }
  admin: Client
  owner: Client
  /** A second session of the member. */
  otherSid: string
  /** Somebody who may write, and has: the ids of what they wrote, and its tag. */
  author: Client & { uid: number; draft: number; pending: number; approved: number; deleted: number; tag: string }
  /** Somebody from Lv4 on: their comment on the author's post, and their public folder. */
  reader: Client & { uid: number; comment: number; folder: number }
}

/** What is sent to measure a route: the path with its parameters filled in, and the body. */
export interface Sending {
  path: string
  json?: unknown
  /** A plain form, sent by a browser without a script. */
  form?: Record<string, string>
  /** A picture, sent as a form sends it. */
  file?: Uint8Array<ArrayBuffer>
  /** Who sends it, where nobody of the people would do. */
  by?: Client
}

export interface RouteLine {
  /** Who may call it. `public` has no guard at all. */
  access: Access | 'public'
  /** What it answers when it is measured. A refusal costs less than what it refuses, so a status from 400 on needs a reason. */
  status: number
  /** Why a refusal is measured. */
  because?: string
  /** D1 round trips at most, the session included (design 7). */
  trips: number
  /** Rows read at most; 30 where nothing is said. */
  rows?: number
  /** Rows written at most until the answer is sent, each index and trigger counted as D1 bills them; none where nothing is said. */
  written?: number
  sent?: (people: People) => Sending | Promise<Sending>
  /** Who calls it, where anybody with the right access would find nothing to do. */
  as?: 'member' | 'author' | 'reader'
  /** Whether the caller has read a page before: the session then comes along with what the command reads first. */
  hasRead?: true
}
