import { sql } from 'drizzle-orm'
import { freshName } from '#test/profiles.ts'
import { expect, test } from '#test/test.ts'
import { World } from '#test/world.ts'
import { comment, reply, setUp } from './fixtures.ts'

const BODY = '> said\n\n**Yes**, see [this](/posts/1):\n```js\nlet a = 1\n```'

test('the API returns a comment as typed and as HTML, and the page highlights its code', async () => {
  const { world, reader, post } = await setUp()
  const before = (await world.visitor().get(`/posts/${post.id}`)).text
  expect(before).not.toContain('code-worker')
  const made = await comment(reader, post.id, BODY)
  expect(made).toMatchObject({
    body: BODY,
    html:
      '<blockquote><p>said</p></blockquote><p><strong>Yes</strong>, see ' +
      '<a href="/posts/1" rel="nofollow ugc noopener">this</a>:</p>' +
      '<pre><code class="language-js">let a = 1</code></pre>',
  })
  for (const path of ['', '/comments', `/comments/${made.id}`]) {
    const page = (await world.visitor().get(`/posts/${post.id}${path}`)).text
    expect(page).toContain('<div class="code" data-code="javascript" data-label="JavaScript">')
    expect(page).toContain('code-worker')
  }
  const edited = await reader.put(`/api/comments/${made.id}`, { body: 'plain *text*' })
  expect(edited.json.html).toBe('<p>plain <em>text</em></p>')
})

test('the name of the answered user is before the first paragraph of a reply', async () => {
  const { world, author, reader, post } = await setUp()
  const root = await comment(author, post.id)
  const first = await reply(reader, root.id)
  await reply(author, first.id, '> quoted')
  await reply(author, first.id, 'plain')
  const page = (await world.visitor().get(`/posts/${post.id}`)).text
  expect(page).toMatch(/<p><span class="comment-answers faint">[^<]*<\/span><\/p><blockquote>/)
  expect(page).toMatch(/<p><span class="comment-answers faint">[^<]*<\/span>plain<\/p>/)
})

test('a notice quotes a comment without marks, and names in its code are not mentioned', async () => {
  const { world, author, reader, post } = await setUp()
  const name = freshName()
  const [friend] = await world.members([{ username: name }])
  const body = `> @${name} said\n\n**So** \`@${name}\`!`
  const { mentions } = await comment(reader, post.id, body)
  expect(mentions).toEqual([])
  const [notice] = (await author.get('/api/messages')).json.items
  expect(notice.data.excerpt).toBe(`So @${name}!`)
  expect((await friend?.get('/api/messages'))?.json.items).toEqual([])
})

test('links with labels count for the limit of newcomers, addresses in code do not', async () => {
  const world = new World()
  await world.setting('links.newcomers_limited', true)
  const [author, newcomer] = await world.members([{}, { level: 1 }])
  const post = await world.post({ author: author.user })
  const say = (body: string) => newcomer.post(`/api/posts/${post.id}/comments`, { body })
  const address = (n: number) => `https://${n}.example/`
  const three = [1, 2, 3].map((n) => `[a](${address(n)})`).join(' ')
  expect((await say(three)).status).toBe(422)
  expect((await say(`\`\`\`\n${[1, 2, 3].map(address).join(' ')}\n\`\`\``)).status).toBe(201)
  await world.db.batch([sql`INSERT INTO blocked_hosts (host) VALUES ('3.example')`])
  expect((await say(`\`${address(3)}\``)).status).toBe(422)
})
