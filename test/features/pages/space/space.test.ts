import { sql } from 'drizzle-orm'
import { eraseAccount } from '#features/accounts/deletion/erasure.ts'
import { roundTrips, rowsRead } from '#test/cost.ts'
import { expect, test } from '#test/test.ts'
import { nextIn, titlesIn, wordsOf } from './page.ts'

const named = () => `s${crypto.randomUUID().slice(0, 8)}`
const currentTab = (text: string) =>
  /class="tab"[^>]*aria-current="page"[^>]*>.*?<\/svg>(\w+)/.exec(text)?.[1]

test('a space shows the profile and the public posts of its owner', async ({
  world,
  user: other,
}) => {
  const author = await world.user({ username: named(), level: 3 })
  await world.db.batch([
    sql`UPDATE users SET signature = 'Slow & <steady>' WHERE uid = ${author.uid}`,
  ])
  await world.posts([
    { author, title: 'Mine' },
    { author, title: 'Not yet', status: 'draft' },
    { author: other, title: 'Another' },
  ])
  const response = await world.visitor().get(`/space/${author.uid}`)
  expect(response.status).toBe(200)
  expect(titlesIn(response)).toEqual(['Mine'])
  expect(response.text).toContain('Slow &amp; &lt;steady&gt;')
  expect(wordsOf(response)).toContain('1 Posts 0 Following 0 Followers')
  expect(wordsOf(response)).toContain(`UID ${author.uid}`)
})

test('a space describes its owner to search engines and feed readers', async ({ world }) => {
  const author = await world.user({ username: named() })
  await world.post({ author })
  const { text } = await world.visitor().get(`/space/${author.uid}`)
  expect(text).toContain(`<link rel="canonical" href="http://joule.test/space/${author.uid}"`)
  expect(text).toContain(`href="/space/${author.uid}/feed.xml"`)
  expect(text).toContain('<meta property="og:type" content="profile"')
  const jsonLd = JSON.parse(
    /<script type="application\/ld\+json">(.*?)<\/script>/.exec(text)?.[1] ?? '',
  )
  expect(jsonLd).toMatchObject({
    '@type': 'ProfilePage',
    mainEntity: { '@type': 'Person', name: author.username, identifier: String(author.uid) },
  })
})

test('every tab of a space needs one round trip for visitors and two for signed-in users', async ({
  world,
}) => {
  const owner = await world.member()
  const { uid } = owner.user
  for (const tab of ['articles', 'following', 'followers', 'favorites', 'settings']) {
    const path = `/space/${uid}?tab=${tab}`
    expect(roundTrips(await world.visitor().get(path)), `${tab} for a visitor`).toBe(1)
    expect(roundTrips(await owner.get(path)), `${tab} for the owner`).toBe(2)
  }
})

test('only the owner sees the settings tab; other visitors and unknown tabs get the first tab', async ({
  world,
}) => {
  const owner = await world.member()
  const path = `/space/${owner.user.uid}`
  const own = await owner.get(`${path}?tab=settings`)
  expect(currentTab(own.text)).toBe('Settings')
  expect(own.text).toContain('data-saves="PUT /api/space/privacy"')
  for (const tab of ['settings', 'nonsense', '']) {
    const { status, text } = await world.visitor().get(`${path}?tab=${tab}`)
    expect([status, currentTab(text)]).toEqual([200, 'Posts'])
    expect(text).not.toContain('?tab=settings')
  }
  expect(currentTab((await owner.get(`${path}?tab=nonsense`)).text)).toBe('Posts')
})

test('follower lists have no URLs of their own, and an unknown space is not found', async ({
  world,
}) => {
  const { uid } = await world.user()
  const paths = [
    `/space/${uid}/followers`,
    `/space/${uid}/following`,
    '/space/999999999',
    '/space/unknown',
    '/space/0',
  ]
  for (const path of paths)
    expect([path, (await world.visitor().get(path)).status]).toEqual([path, 404])
})

test('each listed user has a follow button with the current follow state', async ({ world }) => {
  const [star, fan, friend] = [
    await world.user(),
    await world.member(),
    await world.member({ username: named() }),
  ]
  for (const browser of [fan, friend]) {
    world.wait(1_000)
    await browser.post(`/api/users/${star.uid}/follow`)
  }
  await fan.post(`/api/users/${friend.user.uid}/follow`)
  await friend.post(`/api/users/${fan.user.uid}/follow`)
  const followers = await fan.get(`/space/${star.uid}?tab=followers`)
  const places = [friend, fan].map(({ user }) =>
    wordsOf(followers).indexOf(user.username ?? `User ${user.uid}`),
  )
  expect(
    places.toSorted((one, other) => one - other),
    'newest first',
  ).toEqual(places)
  const button = new RegExp(`data-follow="${friend.user.uid}"[^>]* aria-pressed="true"`)
  expect(followers.text).toMatch(button)
  // The viewer has no follow button for themselves.
  expect(followers.text).not.toContain(`data-follow="${fan.user.uid}"`)
  const following = wordsOf(await world.visitor().get(`/space/${friend.user.uid}?tab=following`))
  expect(following).toContain(`User ${star.uid}`)
})

test('a private list says that it is private and shows no users', async ({
  world,
  visitor,
  admin,
}) => {
  const [owner, fan] = await world.members([{}, { username: named() }])
  await fan.post(`/api/users/${owner.user.uid}/follow`)
  const path = `/space/${owner.user.uid}?tab=followers`
  expect(wordsOf(await visitor.get(path))).toContain(fan.user.username)
  await owner.put('/api/space/privacy', { followers_public: false })
  // The list was in the edge cache; the change must apply at once.
  for (const browser of [visitor, fan]) {
    const words = wordsOf(await browser.get(path))
    expect(words).toContain('This list is private')
    expect(words).not.toContain(fan.user.username)
    // The count stays public.
    expect(words).toContain('1 Followers')
  }
  expect(wordsOf(await owner.get(path))).toContain('Only you and admins can see this list.')
  expect(wordsOf(await owner.get(path))).toContain(fan.user.username)
  expect(wordsOf(await admin.get(path))).toContain('You see it as an admin.')
})

test('visitors see public folders; the owner sees all folders with their forms', async ({
  world,
  member: owner,
}) => {
  await owner.post('/api/folders', { name: 'For all', public: true })
  await owner.post('/api/folders', { name: 'For me' })
  const path = `/space/${owner.user.uid}?tab=favorites`
  const visitor = await world.visitor().get(path)
  expect(wordsOf(visitor)).toContain('For all')
  expect(visitor.text).not.toContain('For me')
  expect(visitor.text).not.toContain('/api/folders')
  const own = await owner.get(path)
  expect(wordsOf(own)).toContain('For me')
  expect(own.text).toContain('data-api="POST /api/folders"')
  expect(
    wordsOf(await world.visitor().get(`/space/${(await world.user()).uid}?tab=favorites`)),
  ).toContain('No public folders')
})

test('the space of an erased account shows a deleted user and keeps the posts', async ({
  world,
}) => {
  const author = await world.member({ username: named(), level: 5 })
  const { uid, username } = author.user
  await world.post({ author: author.user, title: 'Still here' })
  await author.post('/api/folders', { name: 'Gone', public: true })
  await world.db.batch([
    sql`UPDATE users SET purge_at = ${world.now.toISOString()} WHERE uid = ${uid}`,
  ])
  await world.db.batch(await eraseAccount(uid, world.now))
  const response = await world.visitor().get(`/space/${uid}`)
  expect([response.status, titlesIn(response)]).toEqual([200, ['Still here']])
  expect(wordsOf(response)).toContain('Deleted user')
  expect(response.text).not.toContain(username ?? '')
  expect(response.text).not.toContain('/feed.xml" type=')
  expect(response.text).not.toContain('/login?next=%2Fspace')
  expect(response.text).toContain('<meta name="robots" content="noindex"')
  expect(wordsOf(await world.visitor().get(`/space/${uid}?tab=favorites`))).toContain(
    'No public folders',
  )
})

test('the tabs of a space are paginated, and the cost of a page does not grow with the number of rows', async ({
  world,
  visitor,
}) => {
  const star = await world.user()
  const crowd = JSON.stringify(Array.from({ length: 1500 }, (_, n) => `crowd-${star.uid}-${n}`))
  const at = world.now.toISOString()
  await world.db.batch([
    sql`INSERT INTO users (email, username, username_key, created_at) SELECT value, value, value, ${at} FROM json_each(${crowd})`,
    sql`INSERT INTO user_follows (follower_id, followed_id, created_at)
        SELECT uid, ${star.uid}, ${at} FROM users WHERE username IN (SELECT value FROM json_each(${crowd}))`,
    sql`INSERT INTO posts (author_id, status, title, summary, body, created_at, updated_at, published_at)
        SELECT ${star.uid}, 'approved', value, '', '', ${at}, ${at}, ${at} FROM json_each(${crowd})`,
  ])
  for (const [tab, item] of [
    ['articles', /<h2[^>]*><a href="\/posts\/\d+"/g],
    ['followers', /class="person" href="\/space\/\d+"/g],
  ] as const) {
    const first = await visitor.get(`/space/${star.uid}?tab=${tab}`)
    const second = await visitor.get(nextIn(first) ?? '')
    for (const response of [first, second]) expect(rowsRead(response), tab).toBeLessThan(100)
    expect(new Set([first, second].flatMap(({ text }) => text.match(item) ?? [])).size).toBe(40)
    expect(second.text).toContain('<meta name="robots" content="noindex"')
  }
  expect((await visitor.get(`/space/${star.uid}?cursor=nonsense`)).status).toBe(400)
})
