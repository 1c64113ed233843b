import { sql } from 'drizzle-orm'
import { expect, refusalOf, test } from '#test/test.ts'
import { exportedFiles } from '../../pages/exports/all-steps.ts'
import { WRITTEN } from './authors.ts'

const create = '/api/studio/posts'

test('a post without an AI label has none in the API and in JSON-LD', async ({
  writer,
  visitor,
}) => {
  const { json: plain } = await writer.post(create, WRITTEN)
  expect(plain.ai).toBe('none')
  expect((await visitor.get(`/posts/${plain.id}`)).text).not.toContain('digitalSourceType')
})

test('the AI label of a post is in the API, beside the author, in JSON-LD, in feeds and in Markdown', async ({
  writer,
  visitor,
}) => {
  const { json } = await writer.post(create, { ...WRITTEN, ai: 'made' })
  expect([json.ai, (await visitor.get(`/api/posts/${json.id}`)).json.ai]).toEqual(['made', 'made'])
  const { text } = await visitor.get(`/posts/${json.id}`)
  expect(text).toContain('Made by AI')
  expect(text).toContain(
    '"digitalSourceType":"https://schema.org/TrainedAlgorithmicMediaDigitalSource"',
  )
  expect((await visitor.get('/feed.xml')).text).toContain('<category term="ai:made"/>')
  expect((await visitor.get(`/posts/${json.id}.md`)).text).toContain('ai: "made"')
})

test('a new AI label is a new version, another edit keeps it, and an unknown label is refused', async ({
  writer,
  visitor,
}) => {
  const { json } = await writer.post(create, { ...WRITTEN, ai: 'made' })
  const edited = await writer.put(`${create}/${json.id}`, { ai: 'helped' })
  expect([edited.json.ai, edited.json.version]).toEqual(['helped', 2])
  expect((await visitor.get(`/posts/${json.id}`)).text).toContain('AI-assisted')
  expect((await writer.put(`${create}/${json.id}`, { title: 'Other' })).json.ai).toBe('helped')
  expect(await refusalOf(writer.put(`${create}/${json.id}`, { ai: 'maybe' }))).toEqual([422, 'ai'])
})

test('a reader hides posts that were made by AI from lists, tags and the front page; other readers still see them', async ({
  world,
  writer,
  member,
}) => {
  const other = await world.member()
  const fields = { ...WRITTEN, tags: ['topic'] }
  const { json: made } = await writer.post(create, {
    ...fields,
    title: 'Written by a machine',
    ai: 'made',
  })
  await writer.post(create, { ...fields, title: 'Written with help', ai: 'helped' })
  const [author] = await world.members([{ level: 1 }])
  const { json: plain } = await author.post(create, { ...fields, title: 'Written by hand' })
  const { json } = await member.put('/api/settings/reading', { hides_ai: true })
  expect([json, (await member.get('/api/settings/reading')).json]).toEqual([
    { hides_ai: true },
    { hides_ai: true },
  ])
  for (const reader of [member, other]) await reader.post('/api/tags/topic/follow')
  const followed = '/posts?feed=following'
  for (const path of [
    '/',
    '/posts',
    '/posts?sort=hot',
    '/tags/topic',
    '/api/posts',
    '/api/posts?tag=topic&sort=hot',
    followed,
    // "Read next"
    `/posts/${plain.id}`,
  ]) {
    const seen = async (reader: typeof member) => {
      const { text } = await reader.get(path)
      return [text.includes('Written by a machine'), text.includes('Written with help')]
    }
    expect([path, await seen(other)]).toEqual([path, [true, true]])
    expect([path, await seen(member)]).toEqual([path, [false, true]])
    expect([path, await seen(other)]).toEqual([path, [true, true]])
  }
  expect((await member.get(`/posts/${made.id}`)).status).toBe(200)
})

test('a page of the Following feed has its full number of posts although hidden newer posts were made by AI', async ({
  world,
  writer,
  member,
}) => {
  await writer.post(create, { ...WRITTEN, title: 'Written by hand' })
  await world.posts(Array.from({ length: 21 }, () => ({ author: writer.user })))
  await world.db.batch([sql`UPDATE posts SET ai_made = 1 WHERE title <> 'Written by hand'`])
  const followed = async () => (await member.get('/posts?feed=following')).text
  await member.put('/api/settings/reading', { hides_ai: true })
  await member.post(`/api/users/${writer.user.uid}/follow`)
  expect(await followed()).toContain('Written by hand')
  expect(await followed()).not.toContain('cursor=')
})

test('the editor asks about AI only if the site has switched the question on, or if the post has a label', async ({
  world,
  writer,
}) => {
  const asks = async (path = '/studio/write') => (await writer.get(path)).text.includes('name="ai"')
  const { json } = await writer.post(create, { ...WRITTEN, ai: 'helped' })
  expect([await asks(), await asks(`/studio/write?id=${json.id}`)]).toEqual([false, true])
  await world.setting('posts.ask_ai', true)
  expect(await asks()).toBe(true)
})

test('the AI label of a post is in the exports of its author', async ({ world, writer }) => {
  await writer.post(create, { ...WRITTEN, ai: 'helped' })
  const files = await exportedFiles(world, writer.user.uid, 'zip')
  expect(JSON.parse(await files.text('data.json')).posts[0].ai_made).toBe(0)
  expect(await files.text(files.names.find((name) => name.endsWith('.md')) ?? '')).toContain(
    'ai: "helped"',
  )
})
