import type { Random } from '../../../scripts/seed/random.ts'
import type { Ask } from './ask.ts'
import type { Book } from './book.ts'
import type { Person } from './person.ts'

/** Who writes, what they write about, and what they must find again. */
export interface World {
  ask: Ask
  book: Book
  people: Person[]
  /** Posts that are there for everybody to like, energize and comment on. */
  posts: { id: number; author: number }[]
  /** Of each person, what they may still edit or delete. */
  own: Map<number, Own>
  /** The bytes of each picture that was answered, and where it is. */
  pictures: { url: string; bytes: Uint8Array }[]
  /** A new number each time: titles, names and texts are found again by it. */
  count(): number
}

export interface Own {
  posts: { id: number; title: string; version: number }[]
  comments: { id: number; body: string; told: number; post: number }[]
}

/** One write, noted in the book. */
export type Act = (world: World, person: Person, random: Random) => Promise<unknown>
