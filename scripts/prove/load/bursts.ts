import { RATE_RULES } from '#kernel/rate-limits.ts'
import { addressOf, signUp } from '../writes/accounts.ts'
import { anonymously, PASSWORD } from '../writes/person.ts'
import type { World } from '../writes/world.ts'

const MORE = 6

/** One address registers as many as it may, and some more at the same time. */
export async function registerTooMany(world: World, from: string, registered: number): Promise<void> {
  const left = RATE_RULES.registration.most - registered
  await Promise.all(Array.from({ length: left + MORE }, () => signUp(world, world.count(), from)))
}

/** Wrong passwords from one address, all at once: so many are looked at, the rest is refused, and so is the right one after them. */
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
