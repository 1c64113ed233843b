import { expect, test } from 'vitest'
import { World } from '#test/world.ts'
import { author, freshWord, publish } from './posts.ts'

test('what is typed brings titles, people and tags that begin so', async () => {
  const world = new World()
  const word = freshWord()
  const by = await author(world)
  const [titled, longer] = [
    await publish(by, { title: `On ${word}`, tags: [`${word}ish`] }),
    await publish(by, { title: `${word}er, too` }),
  ]
  await publish(by, { title: 'Another', body: `<p>${word}</p>` })
  const person = await world.user({ username: `${word}_me` })
  const { json, headers } = await world.visitor().get(`/api/search/suggestions?q=${word}`)
  expect(json).toEqual({
    posts: [
      { id: titled, title: `On ${word}` },
      { id: longer, title: `${word}er, too` },
    ],
    people: [expect.objectContaining({ uid: person.uid, username: `${word}_me` })],
    tags: [{ name: `${word}ish`, posts_count: 1 }],
  })
  expect(headers.get('server-timing')).toContain('round trips: 2')
})

test('a reader without an account is answered by the edge cache, a member by themselves', async () => {
  const world = new World()
  const word = freshWord()
  const by = await world.member({ level: 3 })
  await publish(by, { title: word })
  const path = `/api/search/suggestions?q=${word}`
  await world.visitor().get(path)
  expect((await world.visitor().get(path)).headers.get('cache-status')).toContain('hit')
  const me = await world.member()
  await me.post(`/api/users/${by.user.uid}/block`)
  expect([(await me.get(path)).json.posts, (await world.visitor().get(path)).json.posts.length]).toEqual([[], 1])
})

test('nothing typed, or too much, is refused', async () => {
  const visitor = new World().visitor()
  for (const q of ['', '%20', 'x'.repeat(101)])
    expect((await visitor.get(`/api/search/suggestions?q=${q}`)).status).toBe(422)
})
