import { DAY } from '#kernel/clock.ts'
import { DAYS, iso } from '../calendar.ts'
import { randomFrom } from '../random.ts'
import type { World } from '../world.ts'

/** Who follows whom. */
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

export function follows(world: World) {
  const random = randomFrom('follows')
  const { calendar } = world
  const earliest = calendar.before((DAYS - 2) * DAY).getTime()
  return Object.entries(FOLLOWS).flatMap(([name, others]) => {
    const follower = world.member(name)
    return others.split(' ').map((other) => {
      const followed = world.member(other)
      const since = Math.max(...[follower, followed].map((member) => world.joined(member).getTime()), earliest)
      const at = calendar.before((calendar.now.getTime() - since) * random.between(0.02, 0.9))
      return { follower_id: follower.uid, followed_id: followed.uid, created_at: iso(at) }
    })
  })
}
