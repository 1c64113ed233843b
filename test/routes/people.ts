import { sql } from 'drizzle-orm'
import { last, type Statement } from '#db/client.ts'
import { nextId, reserveIds } from '#db/ids.ts'
import { commentNotice } from '#features/core/notifications/notices.ts'
import { CHECK_IN_ENERGY, CHECK_IN_EXP } from '#features/core/people/level.ts'
import { countDays } from '#features/core/site/days.ts'
import { ledgerEntry } from '#features/economy/energy/ledger.ts'
import { binEntry } from '#features/publishing/posts/bin.ts'
import { DELETE_POST_COST } from '#features/publishing/posts/cost.ts'
import { moveEntry } from '#features/publishing/posts/moves.ts'
import { dayOf } from '#kernel/clock.ts'
import type { World } from '#test/world.ts'
import type { People } from './route-line.ts'

/**
 * Written by SQL in few batches, because almost every route line and fault test creates people. The rows are those that the
 * commands of the site write.
 */
export async function createPeople(world: World): Promise<People> {
  // Verified addresses, because others get only links by mail.
  const [member, admin, owner, author, reader] = await world.members([
    { isVerified: true },
    { role: 'admin' },
    { role: 'owner', isVerified: true },
    { level: 2 },
    { level: 4 },
  ])
  if (!(member && admin && owner && author && reader)) throw new Error('a user was not created')
  // A unique tag: the rows read by a tag page must not depend on other tests.
  const tag = `Volt ${author.user.uid}`
  const other = world.visitor().newSession(sql`SELECT ${member.user.uid} AS uid, 'active' AS status`)
  const statuses = ['draft', 'pending', 'approved', 'draft'] as const
  const [draft = 0, pending = 0, approved = 0, deleted = 0] = (
    await world.posts(statuses.map((status) => ({ author: author.user, status, tags: [tag] })))
  ).map(({ id }) => id)
  const body = 'for the budget'
  const at = world.now.toISOString()
  const uid = reader.user.uid
  const newest = sql`(SELECT MAX(id) FROM comments)`
  const about = { by: uid, to: author.user.uid, postId: approved, title: 'A title', excerpt: body, commentId: newest }
  const results = await world.db.batch([
    // The first request of the day checks in, which is not part of a budget.
    ...checkIn(author.user.uid, world.now),
    ...deletion(author.user.uid, deleted, world.now),
    ...checkIn(uid, world.now),
    sql`INSERT INTO comments (id, post_id, author_id, body, created_at)
        VALUES (${nextId('comments')}, ${approved}, ${uid}, ${body}, ${at})`,
    commentNotice(about, world.now),
    sql`INSERT INTO folders (user_id, name, public, created_at) VALUES (${uid}, ${body}, 1, ${at})`,
    other.statement,
    // As after a cron run: ids are reserved and days are counted.
    ...reserveIds(),
    sql`SELECT ${newest} AS comment, (SELECT MAX(id) FROM folders) AS folder`,
  ])
  const [made] = last(results) as { comment: number; folder: number }[]
  if (!made) throw new Error('the comment and the folder were not created')
  await countDays(world.db)
  return {
    world,
    visitor: world.visitor(),
    member: Object.assign(member, { uid: member.user.uid }),
    admin,
    owner,
    otherSid: other.sid,
    author: Object.assign(author, { uid: author.user.uid, draft, pending, approved, deleted, tag }),
    reader: Object.assign(reader, { uid, ...made }),
  }
}

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
