import { expect, test } from '#test/test.ts'
import { memoised, renderedOncePerKey } from '#web/components/memoised.ts'
import { author, publish } from '../../features/publishing/search/posts.ts'

test('a memoised view is rendered once per distinct props', () => {
  let renders = 0
  const view = memoised<{ name: string; isOwn: boolean }>(({ name, isOwn }) => {
    renders++
    return (
      <p>
        {name} {isOwn && 'own'}
      </p>
    )
  })
  const shown = [
    view({ name: '<a>', isOwn: true }),
    view({ name: '<a>', isOwn: true }),
    view({ name: '<a>', isOwn: false }),
  ]
  expect(shown.map(String)).toEqual([
    '<p>&lt;a&gt; own</p>',
    '<p>&lt;a&gt; own</p>',
    '<p>&lt;a&gt; </p>',
  ])
  expect(renders).toBe(2)
  expect(String(<div>{view({ name: 'b', isOwn: false })}</div>)).toBe('<div><p>b </p></div>')
})

test('a view with several forms is rendered once per data and key', () => {
  let renders = 0
  const view = renderedOncePerKey<{ name: string }, { language: string }>(
    ({ language }) => language,
    ({ name }, { language }) => {
      renders++
      return <p lang={language}>{name}</p>
    },
  )
  const [one, same] = [{ name: 'a' }, { name: 'a' }]
  expect(String(view(one, { language: 'en' }))).toBe('<p lang="en">a</p>')
  expect(String(view(one, { language: 'zh-CN' }))).toBe('<p lang="zh-CN">a</p>')
  expect(view(one, { language: 'en' })).toBe(view(one, { language: 'en' }))
  expect(renders).toBe(2)
  view(same, { language: 'en' })
  expect(renders).toBe(3)
})

test('the memo of views is bounded and evicts the least recently used half', () => {
  let renders = 0
  const view = memoised<{ n: number }>(({ n }) => {
    renders++
    return <p>{'x'.repeat(166_000) + n}</p>
  })
  // Larger than a half, so the next entry begins a new one. Other test files share the memo.
  memoised<{ length: number }>(({ length }) => <p>{'x'.repeat(length)}</p>)({ length: 1_000_000 })
  for (let n = 1; n <= 8; n++) view({ n })
  view({ n: 1 })
  expect(renders).toBe(8)
  for (let n = 9; n <= 12; n++) view({ n })
  view({ n: 1 })
  expect(renders).toBe(12)
  view({ n: 2 })
  expect(renders).toBe(13)
})

test('a page contains the drawing of each used icon once, and no others', async ({ world }) => {
  const by = await author(world)
  const id = await publish(by, {})
  for (const [client, path] of [
    [world.visitor(), '/posts'],
    [world.visitor(), `/posts/${id}`],
    [by, `/posts/${id}`],
    [by, '/studio'],
    [world.visitor(), '/nowhere'],
  ] as const) {
    const { text } = await client.get(path)
    const used = [
      ...new Set([...text.matchAll(/<use href="#(i-\w+)"/g)].map(([, name]) => name)),
    ].sort()
    const drawn = [...text.matchAll(/<symbol id="(i-\w+)"/g)].map(([, name]) => name).sort()
    expect(used.length, path).toBeGreaterThan(3)
    expect(drawn, path).toEqual(used)
  }
})
