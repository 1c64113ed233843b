import { expect, test } from '#test/test.ts'
import type { Member, TestResponse, World } from '#test/world.ts'
import { cached, dropCached } from '#web/cache/edge-cache.ts'
import { optionalViewer } from '#web/guards/access.ts'
import { author, freshWord, publish } from '../../features/publishing/search/posts.ts'

const outcome = ({ headers }: TestResponse) => headers.get('cache-status')

const HIT = 'joule; hit'

test('every change of a post is visible immediately in the isolate that made it', async ({
  world,
  admin,
  visitor,
}) => {
  const [first, second] = [freshWord(), freshWord()]
  const by = await author(world)
  const titles = async () => {
    const { json } = await visitor.get('/api/posts?limit=50')
    return json.items
      .map(({ title }: { title: string }) => title)
      .filter((title: string) => [first, second].includes(title))
  }
  expect(await titles()).toEqual([])
  const id = await publish(by, { title: first })
  expect(await titles()).toEqual([first])
  await by.put(`/api/studio/posts/${id}`, { title: second })
  expect([await titles(), (await visitor.get(`/api/posts/${id}`)).json.title]).toEqual([
    [second],
    second,
  ])
  await admin.post(`/api/admin/posts/${id}/lock`, { reason: 'spam' })
  expect([await titles(), (await visitor.get(`/api/posts/${id}`)).status]).toEqual([[], 404])
  await admin.post(`/api/admin/posts/${id}/unlock`, {})
  expect([await titles(), (await visitor.get(`/api/posts/${id}`)).status]).toEqual([[second], 200])
  await by.delete(`/api/studio/posts/${id}`)
  expect([await titles(), (await visitor.get(`/api/posts/${id}`)).status]).toEqual([[], 404])
})

test('neither the save of a draft nor a refused change clears the cache', async ({ world }) => {
  const by = await author(world)
  const id = await publish(by, {})
  const { json } = await by.post('/api/studio/posts', { title: 'x', body: '', draft: true })
  await world.visitor().get('/api/posts')
  expect((await by.put(`/api/studio/posts/${json.id}`, { title: 'y' })).status).toBe(200)
  expect((await by.put(`/api/studio/posts/${id}`, { version: 99 })).status).toBe(409)
  expect(outcome(await world.visitor().get('/api/posts'))).toBe(HIT)
})

test('a response that began before the cache was cleared is not stored', async ({ world }) => {
  let goOn = () => {}
  let value = 'before'
  world.app.get('/slow', optionalViewer, cached(), async (c) => {
    const seen = value
    if (seen === 'before') {
      await new Promise<void>((resolve) => {
        goOn = resolve
      })
    }
    return c.text(seen)
  })
  world.app.get('/change', optionalViewer, (c) => {
    value = 'after'
    dropCached(c)
    return c.text('')
  })
  const early = world.visitor().get('/slow')
  await scheduler.wait(5)
  await world.visitor().get('/change')
  goOn()
  expect((await early).text).toBe('before')
  expect((await world.visitor().get('/slow')).text).toBe('after')
  expect(outcome(await world.visitor().get('/slow'))).toBe(HIT)
})

test('after the cache is cleared, reads use the primary until old copies have expired', async ({
  world,
}) => {
  const asked: string[] = []
  const spied = (database: D1Database) =>
    new Proxy(database, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name)
        if (name === 'withSession') {
          return (kind: string) => {
            asked.push(kind)
            return target.withSession(kind)
          }
        }
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  Object.assign(world, { env: { ...world.env, DB: spied(world.env.DB) } })
  const read = async (path: string) => {
    asked.length = 0
    await world.visitor().get(path)
    return asked.at(-1)
  }
  expect(await read('/api/posts?limit=1')).toBe('first-unconstrained')
  await publish(await author(world), {})
  expect(await read('/api/posts?limit=1')).toBe('first-primary')
  expect(await read('/api/posts?limit=2')).toBe('first-primary')
  world.wait(60_000)
  expect(await read('/api/posts?limit=3')).toBe('first-unconstrained')
})

/** Two posts and their cached pages, and which pages are not in the cache after a change. */
async function cachedPages(world: World, reader: Member) {
  const by = await world.member({ level: 3 })
  const [id, other] = [await publish(by, {}), await publish(by, {})]
  const visitor = world.visitor()
  const pages = {
    post: `/posts/${id}`,
    comments: `/posts/${id}/comments`,
    api: `/api/posts/${id}`,
    other: `/posts/${other}`,
    list: '/posts',
    space: `/space/${reader.user.uid}`,
    authorSpace: `/space/${by.user.uid}`,
  }
  const droppedBy = async (change: () => Promise<TestResponse>) => {
    for (const path of Object.values(pages)) await visitor.get(path)
    const { status } = await change()
    expect(status).toBeLessThan(300)
    const responses = await Promise.all(
      Object.entries(pages).map(async ([name, path]) => [name, outcome(await visitor.get(path))]),
    )
    return responses.filter(([, how]) => how !== HIT).map(([name]) => name)
  }
  return { by, id, pages, droppedBy }
}

const OF_POST = ['post', 'comments', 'api']

test('a like, a dislike, energy or a comment clears the cached pages of its post', async ({
  world,
  writer: reader,
}) => {
  const { by, id, droppedBy } = await cachedPages(world, reader)
  expect(await droppedBy(() => reader.post(`/api/posts/${id}/like`))).toEqual(OF_POST)
  expect(await droppedBy(() => reader.post(`/api/posts/${id}/dislike`))).toEqual(OF_POST)
  expect(
    await droppedBy(() => reader.post('/api/energy/energize', { post_id: id, form: 'light' })),
  ).toEqual(OF_POST)
  let comment = 0
  const write = async () => {
    const response = await reader.post(`/api/posts/${id}/comments`, { body: 'Hello' })
    comment = response.json.id
    return response
  }
  expect(await droppedBy(write)).toEqual(OF_POST)
  expect(await droppedBy(() => by.post(`/api/comments/${comment}/like`))).toEqual(OF_POST)
})

test('a favourite or a follow clears the cached spaces whose figures change', async ({
  world,
  writer: reader,
}) => {
  const { by, id, droppedBy } = await cachedPages(world, reader)
  expect(await droppedBy(() => reader.post(`/api/posts/${id}/favorite`))).toEqual([
    ...OF_POST,
    'space',
  ])
  expect(await droppedBy(() => reader.post(`/api/users/${by.user.uid}/follow`))).toEqual([
    'space',
    'authorSpace',
  ])
})

test('a changed or removed text clears all cached pages', async ({ world, writer: reader }) => {
  const { by, id, pages, droppedBy } = await cachedPages(world, reader)
  const { id: comment } = (await reader.post(`/api/posts/${id}/comments`, { body: 'Hello' })).json
  expect(
    await droppedBy(() => reader.put(`/api/comments/${comment}`, { body: 'Changed' })),
  ).toEqual(Object.keys(pages))
  expect(await droppedBy(() => reader.delete(`/api/comments/${comment}`))).toEqual(
    Object.keys(pages),
  )
  expect(await droppedBy(() => by.put(`/api/studio/posts/${id}`, { title: 'New' }))).toEqual(
    Object.keys(pages),
  )
})

test('clearing the pages of another path does not prevent a response from being stored', async ({
  world,
}) => {
  world.app.get('/slow/page', optionalViewer, cached(), async (c) => {
    await scheduler.wait(20)
    return c.text('')
  })
  world.app.get('/drop', optionalViewer, (c) => {
    dropCached(c, c.req.query('path') ?? '')
    return c.text('')
  })
  const outcomeAfter = async (dropped: string) => {
    const first = world.visitor().get('/slow/page')
    await scheduler.wait(5)
    await world.visitor().get(`/drop?path=${dropped}`)
    await first
    return outcome(await world.visitor().get('/slow/page'))
  }
  expect(await outcomeAfter('/slow/pages')).toBe(HIT)
  world.wait(10_000)
  expect(await outcomeAfter('/slow')).not.toBe(HIT)
})
