import { sql } from 'drizzle-orm'
import { last, type Statement } from '#db/client.ts'
import { nextId, reserveIds } from '#db/ids.ts'
import { commentNotice } from '#features/core/notifications/notices.ts'
import { CHECK_IN_ENERGY, CHECK_IN_EXP } from '#features/core/people/level.ts'
import { countDays } from '#features/core/site/days.ts'
import { ledgerEntry } from '#features/economy/energy/ledger.ts'
import { binEntry, DELETE_POST_COST } from '#features/publishing/posts/bin.ts'
import { moveEntry } from '#features/publishing/posts/moves.ts'
import { dayOf } from '#kernel/clock.ts'
import type { Member, UserFacts, World } from '#test/world.ts'
import type { People } from './route-line.ts'

/**
 * Creates the people by SQL in few batches, because almost every route line and fault test creates
 * people. The rows are those that the commands of the site write.
 */
export async function createPeople(world: World): Promise<People> {
  const [people] = await createPeopleOf([world])
  if (!people) throw new Error('the people were not created')
  return people
}

/**
 * Creates people for each of these sites, which have the same time, in the round trips of one site.
 */
export async function createPeopleOf(worlds: readonly World[]): Promise<People[]> {
  const [site] = worlds
  if (!site) return []
  const members = await site.members(worlds.flatMap(() => FACTS))
  const users = worlds.map((world, n) => {
    const [member, admin, owner, author, reader] = members
      .slice(n * FACTS.length)
      .map((one) => movedTo(world, one))
    if (!(member && admin && owner && author && reader)) throw new Error('a user was not created')
    // A unique tag: the rows read by a tag page must not depend on other tests.
    return { world, member, admin, owner, author, reader, tag: `Volt ${author.user.uid}` }
  })
  const posts = await site.posts(
    users.flatMap(({ author, tag }) =>
      STATUSES.map((status) => ({ author: author.user, status, tags: [tag] })),
    ),
  )
  const sets = users.map((people, n) => {
    const [draft = 0, pending = 0, approved = 0, deleted = 0] = posts
      .slice(n * STATUSES.length)
      .map(({ id }) => id)
    const other = people.world
      .visitor()
      .newSession(sql`SELECT ${people.member.user.uid} AS uid, 'active' AS status`)
    return { ...people, draft, pending, approved, deleted, other }
  })
  const results = await site.db.batch([
    ...sets.flatMap((people) => [...changes(people), people.other.statement]),
    // As after a cron run: ids are reserved and days are counted.
    ...reserveIds(),
    sql`SELECT f.user_id AS uid, f.id AS folder, c.id AS comment FROM folders f JOIN comments c ON c.author_id = f.user_id
        WHERE f.user_id IN (SELECT value FROM json_each(${JSON.stringify(sets.map(({ reader }) => reader.user.uid))}))`,
  ])
  const made = new Map(
    (last(results) as { uid: number; comment: number; folder: number }[]).map((row) => [
      row.uid,
      row,
    ]),
  )
  await countDays(site.db)
  return sets.map(({ world, member, admin, owner, author, reader, tag, other, ...ids }) => {
    const own = made.get(reader.user.uid)
    if (!own) throw new Error('the comment and the folder were not created')
    return {
      world,
      admin,
      owner,
      visitor: world.visitor(),
      member: Object.assign(member, { uid: member.user.uid }),
      otherSid: other.sid,
      author: Object.assign(author, { uid: author.user.uid, tag, ...ids }),
      reader: Object.assign(reader, own),
    }
  })
}

/** The addresses are verified, because an unverified address gets only links by mail. */
const FACTS: readonly UserFacts[] = [
  { isVerified: true },
  { role: 'admin' },
  { role: 'owner', isVerified: true },
  { level: 2 },
  { level: 4 },
]
const STATUSES = ['draft', 'pending', 'approved', 'draft'] as const

/** The check-ins, a deleted post, a comment with its notice, and a folder. */
function changes(people: {
  world: World
  author: Member
  reader: Member
  approved: number
  deleted: number
}): Statement[] {
  const { author, reader, approved, deleted } = people
  const { now } = people.world
  const body = 'for the budget'
  const uid = reader.user.uid
  const commentId = sql`(SELECT MAX(id) FROM comments)`
  return [
    // The first request of the day checks in, which is not part of a budget.
    ...checkIn(author.user.uid, now),
    ...deletion(author.user.uid, deleted, now),
    ...checkIn(uid, now),
    sql`INSERT INTO comments (id, post_id, author_id, body, created_at)
        VALUES (${nextId('comments')}, ${approved}, ${uid}, ${body}, ${now.toISOString()})`,
    commentNotice(
      {
        by: uid,
        to: author.user.uid,
        postId: approved,
        title: 'A title',
        excerpt: body,
        commentId,
      },
      now,
    ),
    sql`INSERT INTO folders (user_id, name, public, created_at) VALUES (${uid}, ${body}, 1, ${now.toISOString()})`,
  ]
}

const movedTo = (world: World, member: Member): Member => Object.assign(member, { world })

function deletion(uid: number, postId: number, now: Date): Statement[] {
  return [
    binEntry(postId, now),
    sql`UPDATE posts SET version = version + 1, deleted_at = ${now.toISOString()} WHERE id = ${postId}`,
    moveEntry({ postId, actor: uid, move: 'delete', from: 'draft', to: 'draft' }, now),
    ledgerEntry({ uid, amount: -DELETE_POST_COST, reason: 'delete_post', postId }, now),
  ]
}

function checkIn(uid: number, now: Date): Statement[] {
  return [
    sql`INSERT INTO user_check_ins (user_id, day, created_at) VALUES (${uid}, ${dayOf(now)}, ${now.toISOString()})`,
    ledgerEntry({ uid, amount: CHECK_IN_ENERGY, exp: CHECK_IN_EXP, reason: 'checkin' }, now),
  ]
}
