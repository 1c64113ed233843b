import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { discourse as discourseWith, sha1Of } from '#import/discourse/format.ts'
import type { ImportItem } from '#import/item.ts'
import { openDump } from '../../../scripts/import/discourse/dump-store.ts'
import { bounded } from '../../../scripts/import/source.ts'
import { discourseDump } from './discourse-dump.ts'
import { filesWith, itemsOf } from './formats/read.ts'

const discourse = discourseWith(openDump)
const AT = '2021-03-04 05:06:07.123456'
const SHA1 = '0000c513e1da04f7b4e99230851ea2aafeb8cc4e'
const UPLOAD = `uploads/default/original/1X/${SHA1}.png`

type Rows = Parameters<typeof discourseDump>[0]

async function read(rows: Rows, files: Record<string, string> = {}) {
  return itemsOf(discourse, await filesWith({ 'dump.sql': discourseDump(rows), ...files }))
}

async function onlyItem(rows: Rows, files: Record<string, string> = {}): Promise<ImportItem> {
  const [item] = await read({ ...PEOPLE, ...rows }, files)
  if (!item || 'refused' in item) throw new Error('the topic was refused')
  return item
}

const PEOPLE: Rows = {
  users: [
    { id: -1, username: 'system', name: 'system' },
    { id: 1, username: 'mika', name: 'Mika' },
    { id: 2, username: 'ola', name: 'Ola' },
  ],
  user_emails: [
    { user_id: 1, email: 'old@example.com', primary: false },
    { user_id: 1, email: 'mika@example.com', primary: true },
    { user_id: 2, email: 'ola@example.com', primary: true },
  ],
  categories: [
    { id: 1, name: 'Kitchen', slug: 'kitchen' },
    { id: 2, name: 'Staff', slug: 'staff', read_restricted: true },
  ],
}

const topic = (id: number, more = {}) => ({
  id,
  title: `Topic ${id}`,
  slug: `topic-${id}`,
  created_at: AT,
  user_id: 1,
  ...more,
})
const post = (topic_id: number, post_number: number, cooked: string, more = {}) => ({
  id: topic_id * 100 + post_number,
  topic_id,
  post_number,
  cooked,
  user_id: 1,
  created_at: AT,
  ...more,
})

test('a topic becomes a post with author, date, tags, old paths and its replies', async () => {
  const item = await onlyItem({
    topics: [topic(7)],
    tags: [{ id: 3, name: 'bread' }],
    topic_tags: [{ topic_id: 7, tag_id: 3 }],
    posts: [
      post(7, 1, '<p>Tab\there, back\\slash,\nand 面包.</p>'),
      post(7, 2, '<p>First</p>\n<ul>\n<li>one</li>\n<li>two</li>\n</ul>', { user_id: 2 }),
      post(
        7,
        3,
        '<p>To <a class="mention" href="/u/ola">@ola</a>: see <a href="https://example.com/a">this</a></p>',
        {
          reply_to_post_number: 2,
        },
      ),
      post(7, 4, '<p>To the post</p>', { reply_to_post_number: 1, user_id: -1 }),
    ],
  })
  expect(item).toMatchObject({
    key: 'discourse:7',
    title: 'Topic 7',
    body: '<p>Tab\there, back\\slash,\nand 面包.</p>',
    tags: ['Kitchen', 'bread'],
    isPublished: true,
    publishedAt: '2021-03-04T05:06:07.123Z',
    path: '/t/topic-7/7',
    morePaths: ['/t/7'],
    author: { key: 'mika', name: 'mika', email: 'mika@example.com' },
    losses: [],
  })
  expect(item.comments).toEqual([
    {
      key: 'discourse:7/2',
      author: { key: 'ola', name: 'ola', email: 'ola@example.com' },
      body: 'First\n\n- one\n- two',
      createdAt: '2021-03-04T05:06:07.123Z',
      replyTo: null,
    },
    expect.objectContaining({
      body: 'To @ola: see this (https://example.com/a)',
      replyTo: 'discourse:7/2',
    }),
    expect.objectContaining({ body: 'To the post', replyTo: null, author: null }),
  ])
})

test('topics that visitors could not read are refused without their titles', async () => {
  const items = await read({
    ...PEOPLE,
    topics: [
      topic(1, { archetype: 'private_message', category_id: null }),
      topic(2, { category_id: 2 }),
      topic(3, { visible: false }),
      topic(4, { deleted_at: AT }),
      topic(5),
    ],
    posts: [1, 2, 3, 4, 5].map((id) =>
      post(id, 1, '<p>text</p>', id === 5 ? { hidden: true } : {}),
    ),
  })
  expect(items).toEqual([
    { key: 'discourse:1', title: 'topic 1', refused: 'protected' },
    { key: 'discourse:2', title: 'topic 2', refused: 'protected' },
    { key: 'discourse:3', title: 'topic 3', refused: 'not_a_post' },
    { key: 'discourse:4', title: 'topic 4', refused: 'not_a_post' },
    { key: 'discourse:5', title: 'Topic 5', refused: 'not_a_post' },
  ])
})

test('whispers, small actions, deleted replies and hidden replies of Discourse are left out and counted', async () => {
  const item = await onlyItem({
    topics: [topic(1)],
    posts: [
      post(1, 1, '<p>text</p>'),
      post(1, 2, '<p>a whisper</p>', { post_type: 4 }),
      post(1, 3, '', { post_type: 3 }),
      post(1, 4, '<p>deleted</p>', { deleted_at: AT }),
      post(1, 5, '<p>hidden</p>', { hidden: true }),
      post(1, 6, '<p>stays</p>'),
    ],
  })
  expect(item.comments.map(({ body }) => body)).toEqual(['stays'])
  expect(item.losses).toEqual([{ kind: 'comments', count: 4, detail: expect.any(String) }])
})

test('the uploads of Discourse are found by path, by thumbnail and by their number in base 62', async () => {
  expect(sha1Of('1Eg9p8rrCURq4T3a6iJUk0ri6')).toBe(SHA1)
  const item = await onlyItem(
    {
      topics: [topic(1)],
      uploads: [{ id: 1, user_id: 1, original_filename: 'a.png', url: `/${UPLOAD}`, sha1: SHA1 }],
      posts: [
        post(
          1,
          1,
          `<p><div class="lightbox-wrapper"><a class="lightbox" href="//forum.example/${UPLOAD}" title="a.png">
            <img src="//forum.example/uploads/default/optimized/1X/${SHA1}_2_690x388.png" alt="A lamp" width="690" height="388">
            <div class="meta"><span class="filename">a.png</span></div></a></div></p>
          <p><img src="upload://1Eg9p8rrCURq4T3a6iJUk0ri6.png" alt="b"> <img src="/images/emoji/twitter/smile.png?v=9" class="emoji" alt=":smile:"></p>
          <p><img src="https://elsewhere.example/c.png" alt="c"></p>`,
        ),
      ],
    },
    { [UPLOAD]: 'png' },
  )
  expect(item.images.map(({ file }) => file)).toEqual([UPLOAD, null])
  expect(item.body).not.toContain('optimized')
  expect(item.body).not.toContain('a.png<')
  expect(item.body).toContain(':smile:')
})

test('quotes and link previews of Discourse keep their text and link', async () => {
  const item = await onlyItem({
    topics: [topic(1)],
    posts: [
      post(
        1,
        1,
        `<aside class="quote" data-username="ola" data-post="1"><div class="title"><img class="avatar" src="/a.png"> ola:</div>
          <blockquote><p>Their words</p></blockquote></aside><p>Mine</p>
        <aside class="onebox" data-onebox-src="https://example.com/x"><header>Example</header><article>Preview</article></aside>`,
      ),
    ],
  })
  expect(item.body).toContain('<p>ola:</p><blockquote><p>Their words</p></blockquote><p>Mine</p>')
  expect(item.body).toContain('href="https://example.com/x"')
  expect(item.body).not.toContain('Preview')
  expect(item.images).toEqual([])
})

test('a gzipped dump is read, and a truncated dump or a dump of another program is refused', async () => {
  const dump = discourseDump({ ...PEOPLE, topics: [topic(1)], posts: [post(1, 1, '<p>text</p>')] })
  const readFile = async (name: string, content: string | Uint8Array<ArrayBuffer>) =>
    itemsOf(discourse, await filesWith({ [name]: content }))
  const before = await temporaryFolders()
  expect(await readFile('dump.sql.gz', gzipSync(dump))).toHaveLength(1)
  for (const [name, broken] of [
    ['dump.sql', dump.slice(0, dump.indexOf('COPY public.users') + 80)],
    ['dump.sql.gz', gzipSync(dump).subarray(0, 200)],
    ['dump.sql', '-- this is a database dump\n'],
    ['dump.sql', dump.replace('\tmika\t', '\tmi')],
  ] as const)
    await expect(readFile(name, broken)).rejects.toMatchObject({ problem: 'invalid_dump' })
  expect(await temporaryFolders()).toEqual(before)
})

const temporaryFolders = async () =>
  (await readdir(tmpdir())).filter((name) => name.startsWith('joule-discourse-'))

test('a gzipped dump that expands without end is refused', async () => {
  const piece = new Uint8Array(64 * 1024 * 1024)
  let given = 0
  async function* endless() {
    for (;;) {
      given += piece.byteLength
      yield piece
    }
  }
  const read = async () => {
    for await (const { byteLength } of bounded(endless(), () => given / 1_000, 'dump.sql.gz'))
      expect(byteLength).toBe(piece.length)
  }
  await expect(read()).rejects.toMatchObject({ problem: 'unpacks_too_large' })
  expect(given).toBeLessThan(2 ** 31)
})
