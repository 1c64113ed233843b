import { type Random, randomFrom } from '../../../scripts/seed/random.ts'
import { publish, signUp } from './acts.ts'
import { type Ask, logIn, PASSWORD, type Person } from './people.ts'
import { WriteLog } from './write-log.ts'

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

const OWNER = 'owner@proof.test'
/** More than a user can give away. */
const ENERGY = 100_000

/** Settings of an empty site, with only its owner. */
export const EMPTY_SITE = { JOULE_EMPTY: '1', JOULE_OWNER_EMAIL: OWNER, JOULE_OWNER_PASSWORD: PASSWORD }

export function newWorld(ask: Ask): World {
  let counted = 0
  return { ask, writeLog: new WriteLog(), people: [], posts: [], own: new Map(), pictures: [], count: () => ++counted }
}

/** Creates users with energy to give, and their posts. */
export async function settle(world: World, people: number, posts: number): Promise<void> {
  const owner = await logIn(world.ask, OWNER, '10.255.0.1')
  while (world.people.length < people) {
    // A few at a time, because each registration is expensive.
    const next = Array.from({ length: Math.min(4, people - world.people.length) }, () => signUp(world, world.count()))
    world.people.push(...(await Promise.all(next)).map((person) => person ?? missing('a user')))
  }
  const uids = world.people.map(({ uid }) => uid)
  const given = await owner.send('POST', '/api/admin/energy/adjust', { uids, amount: ENERGY, reason: 'for the proof' })
  if (!given || given.status >= 300) missing(`energy (${given?.status} ${given?.bytes})`)
  await addPosts(world, posts)
}

export async function addPosts(world: World, posts: number): Promise<void> {
  const random = randomFrom(`authors ${world.posts.length}`)
  const made = Array.from({ length: posts }, async () => {
    const author = random.pick(world.people)
    const { id } = (await publish(world, author)) ?? missing('a post')
    return { id, author: author.uid }
  })
  world.posts.push(...(await Promise.all(made)))
}

function missing(what: string): never {
  throw new Error(`${what} could not be created during the setup`)
}
