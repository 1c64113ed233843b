import { computeOf } from '#compute/client.ts'
import { authorRules, needsReview } from '#features/publishing/content-rules/needs-review.ts'
import { AppError } from '#kernel/errors.ts'
import { expect, test } from '#test/test.ts'
import type { World } from '#test/world.ts'

/** Records the names of the jobs that the site sends to the compute Worker. */
function recordJobs(world: World): string[] {
  const names: string[] = []
  const { COMPUTE } = world.env
  const fetch = (url: RequestInfo | URL, init?: RequestInit) => {
    names.push(new URL(String(url)).pathname.slice(1))
    return COMPUTE.fetch(url, init)
  }
  world.env = { ...world.env, COMPUTE: { fetch } as Fetcher }
  return names
}

const LONG = `<p>${'word '.repeat(2_000)}</p>`

test('the words of a long post are searched in the compute Worker, those of a short post inline', async ({
  world,
}) => {
  const [admin, author] = await world.members([{ level: 3, role: 'admin' }, { level: 3 }])
  await admin.put('/api/admin/blocked-words', { words: ['casino'] })
  const jobs = recordJobs(world)
  const submitted = async (body: string) => {
    const { id } = await world.post({ author: author.user, status: 'draft', body })
    jobs.length = 0
    const { json } = await author.post(`/api/studio/posts/${id}/submit`)
    return { status: json.status, jobs: jobs.filter((name) => name.startsWith('has')) }
  }
  const all = ['hasWord', 'hasText']
  expect(await submitted('<p>A casino</p>')).toEqual({ status: 'pending', jobs: [] })
  expect(await submitted(`${LONG}<p>A casino</p>`)).toEqual({ status: 'pending', jobs: all })
  expect(await submitted(LONG)).toEqual({ status: 'approved', jobs: all })
})

test('a long post whose words cannot be searched in time goes to review', async ({ world }) => {
  const [admin, author] = await world.members([{ level: 3, role: 'admin' }, { level: 3 }])
  await admin.put('/api/admin/blocked-words', { words: ['casino'] })
  const rules = await world.db.read(authorRules(author.user, world.now))
  const post = await world.post({ author: author.user, body: LONG })
  const slow = { run: () => Promise.reject(new AppError('too_complex')) }
  expect(await needsReview(slow, rules, post)).toBe(true)
  const compute = computeOf(world.env, { who: () => 'somebody' })
  expect(await needsReview(compute, rules, post)).toBe(false)
})

test('the addresses of a long list are read in the compute Worker', async ({ world }) => {
  const compute = computeOf(world.env, { who: () => 'somebody' })
  const list = Array.from({ length: 1_000 }, (_, n) => `Name ${n},Person${n}@example.com`)
  const found = await compute.run('addresses', list.join('\n'))
  expect([found.length, found[7]]).toEqual([1_000, 'person7@example.com'])
})

test('a long post without visible text cannot be submitted', async ({ world }) => {
  const author = await world.member({ level: 3 })
  const { id } = await world.post({
    author: author.user,
    status: 'draft',
    body: `<p>${'\u200b'.repeat(5_000)}</p>`,
  })
  const { status, json } = await author.post(`/api/studio/posts/${id}/submit`)
  expect([status, Object.keys(json.error.fields)]).toEqual([422, ['body']])
})

test('the revision and the exported files of a long post are compressed in the compute Worker', async ({
  world,
}) => {
  const author = await world.member({ level: 3 })
  const short = await world.post({ author: author.user, body: '<p>Short</p>' })
  const long = await world.post({ author: author.user, body: LONG })
  const jobs = recordJobs(world)
  const rename = async ({ id }: { id: number }) => {
    jobs.length = 0
    const edited = await author.put(`/api/studio/posts/${id}`, { title: 'Renamed' })
    return [edited.status, jobs.filter((name) => name === 'packed')]
  }
  expect(await rename(short)).toEqual([200, []])
  expect(await rename(long)).toEqual([200, ['packed']])
  const { items } = (await author.get(`/api/studio/posts/${long.id}/revisions`)).json
  const read = await author.get(`/api/studio/posts/${long.id}/revisions/${items[0].version}`)
  expect(read.json.body).toBe(LONG)
  jobs.length = 0
  expect((await author.get('/api/settings/export.zip')).status).toBe(200)
  expect(jobs).toEqual(['postFiles'])
})
