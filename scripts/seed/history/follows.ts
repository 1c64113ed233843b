import { DAY } from '#kernel/clock.ts'
import { DAYS, iso } from '../calendar.ts'
import { type Random, randomFrom } from '../random.ts'
import type { World } from '../world.ts'

/** The users that each author follows. */
const FOLLOWS: Record<string, string> = {
  admin: 'zhou lin mei ada',
  zhou: 'lin xu ada he priya',
  lin: 'zhou ada mei he tomas lu kenji',
  ada: 'lin zhou xu tomas',
  mei: 'lin kenji ada he',
  he: 'lin mei tomas lu',
  tomas: 'lin ada he mei',
  xu: 'zhou ada lin',
  kenji: 'mei lin lu',
  lu: 'lin zhou mei kenji he',
  priya: 'zhou lin ada',
  newcomer: 'lin',
}

/** The share of readers of the same language who follow an author. */
const FOLLOWED_BY: Record<string, number> = {
  lin: 0.9,
  zhou: 0.75,
  ada: 0.85,
  mei: 0.6,
  he: 0.45,
  tomas: 0.4,
  xu: 0.25,
  kenji: 0.2,
  lu: 0.12,
  admin: 0.1,
}
const ENGLISH_AUTHORS = new Set(['ada', 'tomas', 'kenji'])
const OTHER_LANGUAGE = 0.3

/** Each reader follows each author with the probability of `FOLLOWED_BY`. */
function readersFollow(world: World, random: Random): [follower: string, followed: string][] {
  return world.members.flatMap(({ name, reads }) =>
    Object.entries(FOLLOWED_BY).flatMap(([author, share]): [string, string][] => {
      if (reads === null) return []
      const fits = ENGLISH_AUTHORS.has(author) === (reads === 'en') ? 1 : OTHER_LANGUAGE
      return random.happens(share * fits) ? [[name, author]] : []
    }),
  )
}

export function follows(
  world: World,
): { follower_id: number; followed_id: number; created_at: string }[] {
  const random = randomFrom('follows')
  const { calendar } = world
  const earliest = calendar.before((DAYS - 2) * DAY).getTime()
  const pairs = Object.entries(FOLLOWS).flatMap(([name, others]) =>
    others.split(' ').map((other) => [name, other] as const),
  )
  return [...pairs, ...readersFollow(world, random)].map(([name, other]) => {
    const [follower, followed] = [world.member(name), world.member(other)]
    const since = Math.max(
      ...[follower, followed].map((member) => world.joined(member).getTime()),
      earliest,
    )
    const at = calendar.before((calendar.now.getTime() - since) * random.between(0.02, 0.9))
    return { follower_id: follower.uid, followed_id: followed.uid, created_at: iso(at) }
  })
}
