import { sql } from 'drizzle-orm'
import { eraseAccount } from '#features/accounts/deletion/erasure.ts'
import { usernameKey } from '#features/core/people/username-key.ts'
import { rowsRead } from '#test/cost.ts'
import { freshName } from '#test/profiles.ts'
import { expect, refusal, test } from '#test/test.ts'
import { type Client, PASSWORD, type World } from '#test/world.ts'
import { manyComments } from '../../core/notifications/fixtures.ts'
import { comment, commentNotices, reply, roots, setUp } from './fixtures.ts'

/** A post and its readers; `mentionedIn` returns the users that a comment mentions, by name. */
async function site() {
  const made = await setUp({ reader: { username: freshName() } })
  const mentionedIn = async (body: string) => {
    const { mentions } = await comment(made.reader, made.post.id, body)
    return mentions.map(({ username }) => username)
  }
  return { ...made, mentionedIn }
}

const people = (world: World, ...names: string[]) =>
  world.members(names.map((username) => ({ username })))

test('a name after an @ is a mention, in any case and beside any punctuation', async () => {
  const { world, mentionedIn } = await site()
  const [a, b, c] = [freshName(), freshName(), `小${freshName()}`]
  await people(world, a, b, c)
  expect(await mentionedIn(`(@${a.toUpperCase()}), “@${b}”: @${c}！`)).toEqual([a, b, c])
})

test('a mention in Chinese text needs no spaces around it', async () => {
  const { world, mentionedIn } = await site()
  const [han, latin] = ['小满', freshName()]
  await people(world, han, latin)
  expect(await mentionedIn('谢谢@小满你说得对')).toEqual([han])
  expect(await mentionedIn(`谢谢@${latin}你说得对`)).toEqual([latin])
  expect(await mentionedIn(`谢谢@${latin}x你说得对`)).toEqual([])
})

test('if several names match a mention, the longest existing name is mentioned', async () => {
  const { world, mentionedIn } = await site()
  await people(world, '大寒', '大寒那天')
  expect(await mentionedIn('@大寒那天见')).toEqual(['大寒那天'])
  expect(await mentionedIn('@大寒的时候见')).toEqual(['大寒'])
})

test('an e-mail address, a link, a lone @ and an unknown name are not mentions', async () => {
  const { world, mentionedIn } = await site()
  const name = freshName()
  await people(world, name)
  const text = `me@${name} me.@@${name} https://example.com/@${name} @ ${name} @${name}s @no-such-user`
  expect(await mentionedIn(text)).toEqual([])
})

test('only the first ten mentions of a comment count', async () => {
  const { world, mentionedIn } = await site()
  const names = Array.from({ length: 12 }, freshName)
  const everybody = await people(world, ...names)
  const mentioned = await mentionedIn(names.map((name) => `@${name}`).join(' '))
  expect(mentioned.toSorted()).toEqual(names.slice(0, 10).toSorted())
  expect(await commentNotices(everybody[9] ?? world.visitor())).toEqual(['NotifyMention'])
  expect(await commentNotices(everybody[10] ?? world.visitor())).toEqual([])
})

test('mentioning a user twice makes one mention and one notice', async ({
  world,
  reader,
  post,
}) => {
  const name = freshName()
  const [friend] = await people(world, name)
  const { mentions } = await comment(reader, post.id, `@${name} @${name.toUpperCase()}!`)
  expect(mentions).toHaveLength(1)
  expect(await commentNotices(friend ?? world.visitor())).toEqual(['NotifyMention'])
})

test('a mention of a renamed user keeps its link and the name as written', async ({
  world,
  reader,
  post,
}) => {
  const [name, newName] = [freshName(), freshName()]
  const [friend] = await people(world, name)
  const { id } = await comment(reader, post.id, `谢谢@${name}你说得对`)
  await world.db.batch([
    sql`UPDATE users SET username = ${newName}, username_key = ${usernameKey(newName)} WHERE uid = ${friend?.user.uid}`,
  ])
  const { items } = (await reader.get(`/api/posts/${post.id}/comments`)).json
  expect(items[0]).toMatchObject({ id, mentions: [{ uid: friend?.user.uid, username: newName }] })
  const page = (await world.visitor().get(`/posts/${post.id}/comments`)).text
  expect(page).toContain(`谢谢<a href="/space/${friend?.user.uid}">@${name}</a>你说得对`)
})

test('members from Lv3 on can find users by the beginning of a name or by uid', async ({
  world,
}) => {
  const name = freshName()
  const [friend] = await people(world, name)
  const search = async (q: string, level = 3) =>
    (await world.member({ level })).get(`/api/users/search?q=${encodeURIComponent(q)}`)
  const found = { uid: friend?.user.uid, username: name }
  expect((await search(name.slice(0, -1).toUpperCase())).json.items).toMatchObject([found])
  expect((await search(String(friend?.user.uid))).json.items).toContainEqual(
    expect.objectContaining(found),
  )
  expect((await search(name.slice(1))).json.items).toEqual([])
  expect(refusal(await search(name, 2))).toEqual([403, 'level_too_low'])
  expect((await search(' ')).status).toBe(422)
})

test('deleting a comment removes its text from every notice of it, even in a full inbox, and from no other notice', async () => {
  const { world } = await setUp()
  const name = freshName()
  const [author, reader, guest] = await world.members([{}, {}, { username: name }])
  const post = await world.post({ author: author.user })
  await manyComments(world, author.user, reader.user, 90)
  const root = await comment(reader, post.id, `Dear @${name}`)
  const response = await reply(guest, root.id, 'Of course')
  const quoted = async (who: Client) =>
    (await who.get('/api/messages')).json.items.filter(
      ({ data }: { data: object }) => 'excerpt' in data,
    ).length
  expect([await quoted(author), await quoted(guest), await quoted(reader)]).toEqual([20, 1, 1])
  const deleted = await reader.delete(`/api/comments/${root.id}`)
  expect(rowsRead(deleted)).toBeLessThan(32)
  expect([await quoted(author), await quoted(guest), await quoted(reader)]).toEqual([19, 0, 1])
  await guest.delete(`/api/comments/${response.id}`)
  expect(await quoted(reader)).toBe(0)
})

test('an erased user is no longer among the mentions of a comment', async ({
  world,
  author,
  reader,
  post,
}) => {
  const third = await world.member({ username: freshName() })
  await comment(reader, post.id, `Hello @${third.user.username} and bye`)
  const mentions = async () =>
    (await roots(author, post.id)).map(({ mentions }) => mentions.map(({ uid }) => uid))
  expect(await mentions()).toEqual([[third.user.uid]])
  await third.post('/api/settings/delete-account', { password: PASSWORD })
  await world.db.batch(await eraseAccount(third.user.uid, world.now))
  expect(await mentions()).toEqual([[]])
})
