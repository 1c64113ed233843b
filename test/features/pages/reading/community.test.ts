import { giveEnergy } from '#test/profiles.ts'
import { test as base, expect } from '#test/test.ts'
import type { Client } from '#test/world.ts'

const test = base
  .extend('reader', async ({ world }) => {
    const reader = await world.member({ level: 1 })
    // Triggers the daily check-in now, so that its one energy is part of the balance.
    await reader.get('/api/level/info')
    return reader
  })
  .extend(
    'seenBy',
    ({ post }) =>
      async (person: Client) =>
        (await person.get(`/posts/${post.id}`)).text,
  )

const pressedIn = (page: string, what: string) =>
  new RegExp(`<button[^>]*class="[^"]*${what}[^"]*"[^>]*aria-pressed="(true|false)"`).exec(
    page,
  )?.[1]

/** The page contains all variants of a text; returns the name of the visible one. */
const shownIn = (page: string, of: string) => {
  const part = page.slice(page.indexOf(of))
  return [...part.matchAll(/data-when="(\w+)"([^>]*)>/g)].find(
    ([, , rest]) => !rest?.includes('hidden'),
  )?.[1]
}

test('the post page shows the reactions of the viewer', async ({ reader, post, seenBy }) => {
  const states = async () => {
    const page = await seenBy(reader)
    return ['like', 'dislike', 'favorite'].map((what) => pressedIn(page, `reaction ${what}`))
  }
  expect(await states()).toEqual(['false', 'false', 'false'])
  await reader.post(`/api/posts/${post.id}/like`)
  await reader.post(`/api/posts/${post.id}/favorite`)
  expect(await states()).toEqual(['true', 'false', 'true'])
  await reader.post(`/api/posts/${post.id}/dislike`)
  expect(await states()).toEqual(['false', 'true', 'true'])
})

test('visitors see the counts of a post, and every button links to the login', async ({
  visitor,
  reader,
  post,
  seenBy,
}) => {
  await reader.post(`/api/posts/${post.id}/like`)
  const page = await seenBy(visitor)
  expect(page).toMatch(/class="button reaction like" href="\/login\?next=%2Fposts%2F\d+"/)
  expect(page).toContain('<span data-count="1">1</span>')
  expect(page).not.toMatch(/data-reaction|data-follow=|data-energize|data-viewer/)
})

test('the follow button has four states', async ({ author, reader, seenBy }) => {
  const state = async () => shownIn(await seenBy(reader), 'data-follow=')
  const [followAuthor, followReader] = [
    () => reader.post(`/api/users/${author.user.uid}/follow`),
    () => author.post(`/api/users/${reader.user.uid}/follow`),
  ]
  expect(await state()).toBe('none')
  await followAuthor()
  expect(await state()).toBe('following')
  await followReader()
  expect(await state()).toBe('mutual')
  await followAuthor()
  expect(await state()).toBe('follows_me')
})

test('an author can neither follow nor energize themselves', async ({ author, seenBy }) => {
  const page = await seenBy(author)
  expect(page).toContain('This is your post')
  expect(page).not.toMatch(/data-follow=|data-form=/)
})

test('the ring shows the given energy, and the buttons respect the cap', async ({
  world,
  reader,
  post,
  seenBy,
}) => {
  await giveEnergy(world, reader.user, 30)
  const energize = (form: string) => reader.post('/api/energy/energize', { post_id: post.id, form })
  const look = async () => {
    const page = await seenBy(reader)
    const ring = /stroke-dasharray="(\d+) 100"/.exec(page)?.[1]
    const disabled = [...page.matchAll(/data-form="(\w+)"[^>]*?(disabled)?=?""?>/g)].map(
      ([, form, off]) => [form, off !== undefined],
    )
    return [shownIn(page, 'data-energize'), Number(ring), Object.fromEntries(disabled)]
  }
  expect(await look()).toEqual(['open', 0, { light: false, heavy: false }])
  for (let n = 0; n < 9; n++) await energize('heavy')
  await energize('light')
  expect(await look()).toEqual(['open', 95, { light: false, heavy: true }])
  await energize('light')
  expect(await look()).toEqual(['full', 100, { light: true, heavy: true }])
})

test('a viewer with a negative balance cannot give energy and sees the reason', async ({
  world,
  reader,
  seenBy,
}) => {
  await giveEnergy(world, reader.user, -3)
  const page = await seenBy(reader)
  expect(shownIn(page, 'data-energize')).toBe('negative')
  expect(page).toContain('You have -2 energy.')
})
