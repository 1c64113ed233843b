import { sql } from 'drizzle-orm'
import { beforeEach } from 'vitest'
import { findAnomalies } from '#features/operations/admin/anomalies/anomalies.ts'
import { DAY, HOUR } from '#kernel/clock.ts'
import { expect, test } from '#test/test.ts'
import { type Client, World } from '#test/world.ts'

const report = async (world: World) => {
  await findAnomalies(world.db, world.now)
  const admin = await world.member({ role: 'admin' })
  return (await admin.get('/api/admin/anomalies?limit=50')).json.items
}

beforeEach(() => new World().db.batch([sql`DELETE FROM site_state WHERE key = 'anomalies.found'`]))

async function accountsFrom(world: World, address: string, count: number): Promise<Client[]> {
  const accounts: Client[] = []
  for (let n = 0; n < count; n++) {
    const account = await world.member({ level: 2 })
    await world.db.batch([
      sql`INSERT INTO sign_ins (user_id, sid, ip, user_agent, language, created_at)
          VALUES (${account.user.uid}, ${`${account.sid}`}, ${address}, '', 'en', ${world.now.toISOString()})`,
    ])
    accounts.push(account)
  }
  return accounts
}

test('three young accounts from one address that like one author are reported with figures', async ({
  world,
}) => {
  const author = await world.member({ level: 1 })
  const [one, two] = [
    await world.post({ author: author.user }),
    await world.post({ author: author.user }),
  ]
  const address = '2001:db8:1:2::/64'
  const accounts = await accountsFrom(world, address, 3)
  for (const account of accounts) {
    await account.post(`/api/posts/${one.id}/like`)
    await account.post('/api/energy/energize', { post_id: one.id, amount: 1 })
  }
  await accounts[0]?.post(`/api/posts/${two.id}/like`)
  const items = await report(world)
  const found = items.filter((item: { address: string }) => item.address === address)
  expect(found).toMatchObject([
    {
      address,
      author: { uid: author.user.uid },
      likes: 4,
      energy: expect.any(Number),
      since: world.now.toISOString(),
      posts: [
        { id: one.id, likes: 3 },
        { id: two.id, likes: 1, energy: 0 },
      ],
    },
  ])
  expect(found[0].accounts.map(({ uid }: { uid: number }) => uid).sort()).toEqual(
    accounts.map(({ user }) => user?.uid).sort(),
  )
  const admin = await world.member({ role: 'admin' })
  const { text } = await admin.get('/admin/anomalies')
  for (const shown of [address, `/admin/users/${author.user.uid}`, `/posts/${one.id}`])
    expect(text).toContain(shown)
  for (const { user } of accounts) expect(text).toContain(`/admin/users/${user?.uid}`)
  expect((await world.reload(author.user)).status).toBe('active')
})

test('likes of two accounts, of old accounts, for different authors and from an unknown address are not reported', async ({
  world,
}) => {
  const [author, other] = [await world.user({ level: 1 }), await world.user({ level: 1 })]
  const [post, otherPost] = [await world.post({ author }), await world.post({ author: other })]
  const like = async (accounts: Client[], id: number) => {
    for (const account of accounts) await account.post(`/api/posts/${id}/like`)
  }
  await like(await accountsFrom(world, '192.0.2.1', 2), post.id)
  const old = await accountsFrom(world, '192.0.2.2', 3)
  const past = new Date(world.now.getTime() - 31 * DAY).toISOString()
  await world.db.batch([
    sql`UPDATE users SET created_at = ${past} WHERE uid IN (
      SELECT value FROM json_each(${JSON.stringify(old.map(({ user }) => user?.uid))}))`,
  ])
  await like(old, post.id)
  await like(await accountsFrom(world, '127.0.0.1', 3), post.id)
  const mixed = await accountsFrom(world, '192.0.2.3', 4)
  await like(mixed.slice(0, 2), post.id)
  await like(mixed.slice(2), otherPost.id)
  const addresses = (await report(world)).map(({ address }: { address: string }) => address)
  for (const address of ['192.0.2.1', '192.0.2.2', '127.0.0.1', '192.0.2.3'])
    expect(addresses).not.toContain(address)
})

test('the report of suspicious activity is written every six hours and replaced as a whole', async ({
  world,
}) => {
  const author = await world.user({ level: 1 })
  const post = await world.post({ author })
  await findAnomalies(world.db, world.now)
  for (const account of await accountsFrom(world, '192.0.2.9', 3))
    await account.post(`/api/posts/${post.id}/like`)
  const addresses = async () =>
    (await report(world)).map(({ address }: { address: string }) => address)
  world.wait(6 * HOUR - 1)
  expect(await addresses()).not.toContain('192.0.2.9')
  world.wait(1)
  expect(await addresses()).toContain('192.0.2.9')
  world.wait(6 * HOUR)
  await world.db.batch([sql`DELETE FROM sign_ins WHERE ip = '192.0.2.9'`])
  expect(await addresses()).not.toContain('192.0.2.9')
})

test('without suspicious activity, the report says that there is none', async ({
  world,
  admin,
}) => {
  await world.db.batch([sql`DELETE FROM anomalies`])
  expect((await admin.get('/admin/anomalies')).text).toContain('No suspicious activity found')
})
