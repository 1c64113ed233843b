import { expect } from 'vitest'
import { reserveIds } from '#db/ids.ts'
import type { PostStatus } from '#db/schema/posts.ts'
import { countDays } from '#features/core/site/days.ts'
import type { Answer, World } from '#test/world.ts'
import type { People } from './route-line.ts'

export async function createPeople(world: World): Promise<People> {
  // Verified addresses, because others get only links by mail.
  const member = await world.member({ isVerified: true })
  const other = await world.visitor().signIn(member.user)
  const author = await createAuthor(world)
  const people = {
    world,
    visitor: world.visitor(),
    member: Object.assign(member, { uid: member.user.uid, sid: member.sid ?? '' }),
    admin: await world.member({ role: 'admin' }),
    owner: await world.member({ role: 'owner', isVerified: true }),
    otherSid: other.sid,
    author,
    reader: await createReader(world, author),
  }
  // As after a cron run: ids are reserved and days are counted.
  await world.db.batch(reserveIds())
  await countDays(world.db)
  return people
}

async function createAuthor(world: World): Promise<People['author']> {
  const author = await world.member({ level: 2 })
  // A unique tag: the rows read by a tag page must not depend on other tests.
  const tag = `Volt ${author.user.uid}`
  const write = async (status: PostStatus) => (await world.post({ author: author.user, status, tags: [tag] })).id
  const [draft, pending, approved] = [await write('draft'), await write('pending'), await write('approved')]
  const deleted = await write('draft')
  await author.delete(`/api/studio/posts/${deleted}`)
  // The first request of the day checks in, which is not part of a budget.
  await author.get('/api/level/info')
  return Object.assign(author, { uid: author.user.uid, draft, pending, approved, deleted, tag })
}

async function createReader(world: World, author: People['author']): Promise<People['reader']> {
  const reader = await world.member({ level: 4 })
  const comment = made(await reader.post(`/api/posts/${author.approved}/comments`, { body: 'for the budget' }))
  const folder = made(await reader.post('/api/folders', { name: 'for the budget', public: true }))
  return Object.assign(reader, { uid: reader.user.uid, comment, folder })
}

/** The id of the created item. */
function made(answer: Answer): number {
  expect(answer.status, answer.text).toBe(201)
  return answer.json.id
}
