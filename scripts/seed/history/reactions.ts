import { DAY } from '#kernel/clock.ts'
import { iso, isWeekend } from '../calendar.ts'
import { type Random, randomFrom } from '../random.ts'
import type { Member, Published, World } from '../world.ts'

/** A visit of a post that leaves a like, a dislike, a bookmark or energy. */
export interface Visit {
  member: Member
  post: Published
  at: Date
}

/** Likes and, rarely, dislikes. No user leaves both. */
export function reactions(world: World) {
  const random = randomFrom('reactions')
  const likes: Visit[] = []
  const dislikes: Visit[] = []
  for (const visit of visits(world, random, (member) => 1.1 * member.warmth)) {
    if (random.happens(0.025)) dislikes.push(visit)
    else likes.push(visit)
  }
  return { likes: likes.map(asRow), dislikes: dislikes.map(asRow) }
}

const asRow = ({ member, post, at }: Visit) => ({ user_id: member.uid, post_id: post.id, created_at: iso(at) })

/** The share of posts in the other language that a reader visits. */
const OTHER_LANGUAGE = 0.12

/** Each member visits each post at most once; popular posts get more visits, and visits grow with the community. */
export function visits(world: World, random: Random, eagerness: (member: Member) => number): Visit[] {
  const found: Visit[] = []
  for (const post of world.publicPosts) {
    for (const member of random.shuffled(world.members)) {
      const { appeal, language } = post
      const fits = (member.reads ?? language) === language ? 1 : OTHER_LANGUAGE
      const chance = eagerness(member) * appeal * fits * (0.45 + 0.6 * world.calendar.liveliness(post.at))
      if (member === post.author || !random.happens(Math.min(chance, 0.97))) continue
      const at = whenRead(world, post, random)
      if (world.calendar.hasCome(at) && world.joined(member) < at) found.push({ member, post, at })
    }
  }
  return found
}

/** Most visits are in the first days, some much later; many weekend visits move to Monday. */
function whenRead({ calendar }: World, post: Published, random: Random): Date {
  const age = (calendar.now.getTime() - post.at.getTime()) / DAY
  const isTalkOfTheTown = post.appeal > 2
  const mean = Math.min(isTalkOfTheTown ? 1.1 : 2.4, age / 4)
  const isLate = random.happens(0.2) && age > 8 && !isTalkOfTheTown
  const days = isLate ? random.between(4, age) : 0.01 + random.wait(mean)
  const at = new Date(post.at.getTime() + days * DAY)
  return isWeekend(at) && age > 4 && random.happens(0.6) ? new Date(at.getTime() + 2 * DAY) : at
}
