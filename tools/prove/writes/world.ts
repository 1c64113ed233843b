import type { Random } from '../../../scripts/seed/random.ts'
import type { Ask } from './ask.ts'
import type { Person } from './person.ts'
import type { WriteLog } from './write-log.ts'

/** The writers, their posts, and the expected facts. */
export interface World {
  ask: Ask
  writeLog: WriteLog
  people: Person[]
  /** Public posts that everyone can like, energize and comment on. */
  posts: { id: number; author: number }[]
  /** The posts that each user may still edit or delete. */
  own: Map<number, Own>
  /** The bytes and the path of each acknowledged image. */
  pictures: { url: string; bytes: Uint8Array }[]
  /** A new number each time, which identifies titles, names and texts. */
  count(): number
}

export interface Own {
  posts: { id: number; title: string; version: number }[]
  comments: { id: number; body: string; notices: number; post: number }[]
}

/** One write, recorded in the log. */
export type Act = (world: World, person: Person, random: Random) => Promise<unknown>
