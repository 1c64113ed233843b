import { expect, refusal, refusalOf, test } from '#test/test.ts'
import type { Client } from '#test/world.ts'
import { author, draft, rowOf, WRITTEN } from './authors.ts'

const create = '/api/studio/posts'
const KEY = 'ghost:5ddc9063'

const lookUp = (browser: Client, keys: unknown) =>
  browser.get(`/api/studio/imports?keys=${encodeURIComponent(JSON.stringify(keys))}`)

test('repeated requests with an import key and an idempotency key create one post', async ({
  writer,
}) => {
  const send = (key: string) =>
    writer.post(create, { ...WRITTEN, import_key: KEY }, { headers: { 'idempotency-key': key } })
  const [first, repeated, other] = [await send('a'), await send('a'), await send('b')]
  expect([first.status, repeated.status, other.status]).toEqual([201, 201, 200])
  expect([repeated.json, other.json]).toEqual([first.json, first.json])
})

test('an import key has 1 to 200 characters and no NUL', async ({ writer }) => {
  const create200 = await writer.post(create, { ...WRITTEN, import_key: '𠮷'.repeat(200) })
  expect(create200.status).toBe(201)
  const edit = `${create}/${create200.json.id}`
  for (const import_key of ['', 'k'.repeat(201), 'a\0b', 7]) {
    expect(await refusalOf(writer.post(create, { ...WRITTEN, import_key }))).toEqual([
      422,
      'import_key',
    ])
    expect(await refusalOf(writer.put(edit, { import_key }))).toEqual([422, 'import_key'])
  }
})

test('an edit sets, keeps or removes the import key without a change of the content', async ({
  world,
  writer,
}) => {
  const { json: post } = await writer.post(create, WRITTEN)
  const path = `${create}/${post.id}`
  const keyOf = async () => (await rowOf(world, post.id)).import_key
  expect((await writer.put(path, { import_key: KEY })).json).toEqual(post)
  expect(await keyOf()).toBe(KEY)
  expect((await writer.put(path, { import_key: KEY, title: 'New' })).json).toMatchObject({
    version: 2,
    title: 'New',
  })
  await writer.put(path, { title: 'Newer' })
  expect(await keyOf()).toBe(KEY)
  await writer.put(path, { import_key: null })
  expect(await keyOf()).toBeNull()
  expect((await writer.get(path)).json.version).toBe(3)
})

test('an edit cannot take the import key of another post', async ({ world, writer }) => {
  await draft(writer, { import_key: KEY })
  const id = await draft(writer)
  for (const fields of [{ import_key: KEY }, { import_key: KEY, title: 'Changed' }]) {
    const response = await writer.put(`${create}/${id}`, fields)
    expect(refusal(response)).toEqual([422, 'validation_failed'])
    expect(response.json.error.fields).toEqual({
      import_key: 'Another post of yours already has this import key.',
    })
  }
  expect(await rowOf(world, id)).toMatchObject({
    title: WRITTEN.title,
    version: 1,
    import_key: null,
  })
})

test('the lookup of import keys returns the posts of the user with these keys', async ({
  world,
}) => {
  const [browser, other] = [await author(world), await author(world)]
  await draft(other, { import_key: KEY })
  expect((await lookUp(browser, [KEY])).json).toEqual({ items: [] })
  const { json: post } = await browser.post(create, { ...WRITTEN, import_key: KEY })
  await draft(browser, { import_key: 'another' })
  const { created_at, updated_at } = post
  const item = {
    import_key: KEY,
    post_id: post.id,
    created_at,
    updated_at,
    version: 1,
    status: 'approved',
  }
  expect((await lookUp(browser, ['missing', KEY, KEY])).json).toEqual({
    items: [{ ...item, deleted_at: null }],
  })
  await browser.delete(`${create}/${post.id}`)
  const deleted_at = world.now.toISOString()
  expect((await lookUp(browser, [KEY])).json.items).toMatchObject([
    { post_id: post.id, deleted_at },
  ])
  const many = Array.from({ length: 100 }, (_, n) => `k${n}`)
  expect((await lookUp(browser, many)).json).toEqual({ items: [] })
})

test('the lookup of import keys refuses invalid keys', async ({ writer }) => {
  const invalid = [
    [],
    {},
    'a',
    [''],
    [1],
    ['k'.repeat(201)],
    Array.from({ length: 101 }, (_, n) => `${n}`),
  ]
  for (const keys of invalid)
    expect(refusal(await lookUp(writer, keys))).toEqual([422, 'validation_failed'])
  for (const query of ['', '?keys=', '?keys=[', '?keys=null']) {
    expect(refusal(await writer.get(`/api/studio/imports${query}`))).toEqual([
      422,
      'validation_failed',
    ])
  }
})
