import { expect, test } from 'vitest'
import type { Client } from '#test/client.ts'
import { freshName } from '#test/profiles.ts'
import { manyComments, rowsRead } from '../../core/notifications/letters.ts'
import { comment, reply, stage, told } from './stage.ts'

test('the author of a post is told of a comment, and not of their own', async () => {
  const { author, reader, post } = await stage({ post: { title: 'On walking' } })
  await comment(author, post.id)
  expect(await told(author)).toEqual([])
  await comment(reader, post.id, 'I walk too.')
  const { items } = (await author.get('/api/messages?category=comment')).json
  expect(items).toMatchObject([
    {
      kind: 'NotifyComment',
      related_id: post.id,
      actor: { uid: reader.user.uid },
      link: `/posts/${post.id}#comments`,
      data: { title: 'On walking', excerpt: 'I walk too.' },
    },
  ])
})

test('a reply is told to whom it answers, and not to the author of the post', async () => {
  const { world, author, reader, post } = await stage()
  const other = await world.member()
  const root = await comment(reader, post.id)
  const first = await reply(other, root.id)
  await reply(author, first.id)
  expect(await told(author)).toEqual(['NotifyComment'])
  expect(await told(reader)).toEqual(['NotifyCommentReply'])
  expect(await told(other)).toEqual(['NotifyCommentReply'])
})

test('one notice per person and comment: reply, else mention, else comment', async () => {
  const { world } = await stage()
  const [writer, guest] = [freshName(), freshName()]
  const author = await world.member({ username: writer })
  const reader = await world.member({ username: guest })
  const post = await world.post({ author: author.user })
  const root = await comment(reader, post.id, `Dear @${writer}`)
  expect(await told(author)).toEqual(['NotifyMention'])
  await reply(author, root.id, `Dear @${guest}`)
  expect(await told(reader)).toEqual(['NotifyCommentReply'])
})

test('a switched-off kind is not told', async () => {
  const { author, reader, post } = await stage()
  await author.put('/api/settings/notify-prefs', { kind: 'comment', enabled: false })
  await comment(reader, post.id)
  expect(await told(author)).toEqual([])
})

test('a mention is told whatever is switched off', async () => {
  const { reader, post, world } = await stage()
  const name = freshName()
  const guest = await world.member({ username: name })
  for (const kind of ['comment', 'reply', 'like', 'follow'])
    await guest.put('/api/settings/notify-prefs', { kind, enabled: false })
  const own = await comment(guest, post.id)
  await comment(reader, post.id, `Dear @${name}`)
  await reply(reader, own.id, `Indeed, @${name}`)
  expect(await told(guest)).toEqual(['NotifyMention', 'NotifyMention'])
})

test('a deleted comment takes its words out of every inbox, however full, and out of no other notice', async () => {
  const { world } = await stage()
  const name = freshName()
  const [author, reader, guest] = [await world.member(), await world.member(), await world.member({ username: name })]
  const post = await world.post({ author: author.user })
  await manyComments(world, author.user, reader.user, 90)
  const root = await comment(reader, post.id, `Dear @${name}`)
  const answer = await reply(guest, root.id, 'Of course')
  const quoted = async (who: Client) =>
    (await who.get('/api/messages')).json.items.filter(({ data }: { data: object }) => 'excerpt' in data).length
  expect([await quoted(author), await quoted(guest), await quoted(reader)]).toEqual([20, 1, 1])
  const deleted = await reader.delete(`/api/comments/${root.id}`)
  expect(rowsRead(deleted)).toBeLessThan(30)
  expect([await quoted(author), await quoted(guest), await quoted(reader)]).toEqual([19, 0, 1])
  await guest.delete(`/api/comments/${answer.id}`)
  expect(await quoted(reader)).toBe(0)
})
