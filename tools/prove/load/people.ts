import { setTimeout as pause } from 'node:timers/promises'
import { randomFrom } from '../../../scripts/seed/random.ts'
import { register } from '../writes/accounts.ts'
import type { Answer } from '../writes/ask.ts'
import { drawing } from '../writes/index.ts'
import { anonymously, type Person } from '../writes/person.ts'
import { upload } from '../writes/pictures.ts'
import { react } from '../writes/toggles.ts'
import type { World } from '../writes/world.ts'

/** Sends until the time is over, on one connection each. */
export type Sender = (isOver: () => boolean) => Promise<void>

/** Without uploads, which have their own limit, and registrations, which are slow: others do these. */
const anyAct = drawing([upload, register])

const HASTE = 500

/** Performs random actions as fast as possible; after a refusal it retries soon, without waiting for Retry-After. */
export function fastSender(world: World, person: Person, seed: string): Sender {
  const random = randomFrom(seed)
  return async (isOver) => {
    while (!isOver()) {
      await person.staySignedIn()
      const before = world.writeLog.counts.refused
      await anyAct(random)(world, person, random)
      if (world.writeLog.counts.refused > before) await pause(HASTE)
    }
  }
}

/** One user on several connections: each has its own posts to react to, because a fact has one writer at a time. */
export function parallelSenders(world: World, person: Person, connections: number): Sender[] {
  return Array.from({ length: connections }, (_, n) => async (isOver: () => boolean) => {
    const random = randomFrom(`${person.name} ${n}`)
    const posts = world.posts.filter((_, at) => at % connections === n)
    while (!isOver()) {
      const answer = (await react({ ...world, posts }, person, random)) as Answer | null | undefined
      if (answer?.status === 429) await pause(HASTE)
    }
  })
}

/** A sender that waits for the time in Retry-After. A second refusal is an error. */
export function waitingSender(world: World, person: Person, wrong: string[]): Sender {
  const random = randomFrom(person.name)
  return async (isOver) => {
    let hasWaited = false
    while (!isOver()) {
      const answer = (await react(world, person, random)) as Answer | null | undefined
      if (!answer) continue
      if (answer.status === 429 && hasWaited) wrong.push('refused after waiting as long as Retry-After said')
      hasWaited = answer.status === 429
      if (hasWaited) await pause(Number(answer.headers['retry-after']) * 1000)
    }
  }
}

/** Slow enough for the limit of writes, and fast enough to reach that of uploads. */
export function uploader(world: World, person: Person): Sender {
  return every(250, () => upload(world, person, randomFrom('')))
}

export function checkingIn(person: Person): Sender {
  return every(500, () => person.send('POST', '/api/level/checkin'))
}

export function registeringSender({ ask }: World): Sender {
  return every(200, () => anonymously(ask, '/api/auth/check-email', { email: 'a@proof.test' }, '10.254.0.1'))
}

/** Signed in and anonymous, so that pages are rendered again: pages produce most of the garbage. */
export function reader({ ask, posts }: World, person: Person): Sender {
  const random = randomFrom(`reading ${person.name}`)
  return async (isOver) => {
    while (!isOver()) {
      const path = random.happens(0.5) ? '/posts' : `/posts/${random.pick(posts).id}`
      await (random.happens(0.5) ? person.send('GET', path) : ask({ method: 'GET', path }))
    }
  }
}

function every(milliseconds: number, send: () => Promise<unknown>): Sender {
  return async (isOver) => {
    while (!isOver()) await Promise.all([send(), pause(milliseconds)])
  }
}
