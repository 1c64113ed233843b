import { setTimeout as pause } from 'node:timers/promises'
import { RATE_RULES, type RateRule } from '#kernel/rate-limits.ts'
import { randomFrom } from '../../../scripts/seed/random.ts'
import { addressOf, signUp } from '../writes/accounts.ts'
import { anonymously, PASSWORD } from '../writes/person.ts'
import { upload } from '../writes/pictures.ts'
import type { World } from '../writes/world.ts'

const MORE = 6

/** Bursts for each limit that a slow machine may not have reached: the maximum and some more. */
export async function burst(world: World): Promise<string[]> {
  const [writer, withPictures] = world.people.slice(-2)
  if (!writer || !withPictures) throw new Error('no user is left')
  const write = () => writer.send('POST', '/api/messages/read-all')
  const answers = await atOnce('write', write)
  await atOnce('upload', () => upload(world, withPictures, randomFrom('')))
  const address = addressOf(world.count())
  await atOnce('check-email', () => anonymously(world.ask, '/api/auth/check-email', { email: 'a@proof.test' }, address))
  const refused = answers.findLast((answer) => answer?.status === 429)
  if (!refused) return []
  // Retry-After counts from now on, so the wait is over by then.
  await pause(Number(refused.headers['retry-after']) * 1000)
  return (await write())?.status === 429 ? ['refused after waiting as long as Retry-After said'] : []
}

function atOnce<T>(rule: RateRule, send: () => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: RATE_RULES[rule].most + MORE }, send))
}

/** One address registers the maximum number of accounts, and some more at the same time. */
export async function registerTooMany(world: World, from: string, registered: number): Promise<void> {
  const left = RATE_RULES.registration.most - registered
  await Promise.all(Array.from({ length: left + MORE }, () => signUp(world, world.count(), from)))
}

/**
 * Concurrent wrong passwords from one address: the maximum is checked, the rest is refused, and so is the right
 * password afterwards.
 */
export async function logInTooOften({ ask, people, count }: World): Promise<string[]> {
  const { most, block } = RATE_RULES['login-failure']
  const address = addressOf(count())
  const login = (email: string, password: string) => anonymously(ask, '/api/auth/login', { email, password }, address)
  const tries = Array.from({ length: most + MORE }, (_, n) => login(`nobody-${n}@proof.test`, 'a wrong password'))
  const statuses = (await Promise.all(tries)).map((answer) => answer?.status ?? 0)
  const lookedAt = statuses.filter((status) => status === 401).length
  const refused = statuses.filter((status) => status === 429).length
  const after = await login(`${people[0]?.name}@proof.test`, PASSWORD)
  const wait = Number(after?.headers['retry-after'] ?? 0)
  const longest = block?.seconds ?? 0
  return [
    ...(lookedAt === most && refused === MORE
      ? []
      : [`${lookedAt} wrong passwords were looked at, ${refused} refused`]),
    ...(after?.status === 429 && wait > longest - 60 && wait <= longest
      ? []
      : [`then a login was ${after?.status}, ${wait}`]),
  ]
}
