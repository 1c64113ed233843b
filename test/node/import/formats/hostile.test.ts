import { expect, test } from 'vitest'
import type { SourceFiles } from '#import/source-files.ts'
import { wordpress } from '#import/wordpress/format.ts'
import { sanitiseHtml } from '#kernel/html/sanitise.ts'
import { ATTACKS } from '../../../kernel/html/attacks.ts'
import { flawIn } from '../../../kernel/html/well-formed.ts'
import { limit, readAll, WXR_END, WXR_HEAD, wxrFile, wxrItem } from './read.ts'

const xml = (text: string) => [new File([text], 'export.xml')]

/** Instead of 4 MB, which take a second to read. */
const SHORT_TEXT = 200_000

/**
 * Every format converts its posts to HTML and cleans them, so one export with HTML, Markdown and
 * fields is enough.
 */
test("the import removes every attack, and the server's sanitiser does not change the result", async () => {
  const posts = ATTACKS.flatMap((attack, at) => {
    const children = [
      { type: 'link', url: attack },
      { type: 'image', src: attack, alt: attack, caption: attack },
    ]
    const contents = [
      { html: attack },
      { markdown: attack },
      { lexical: JSON.stringify({ root: { type: 'root', children } }) },
    ]
    return contents.map((content, n) => ({
      uuid: `${at}-${n}`,
      title: attack,
      custom_excerpt: attack,
      ...content,
    }))
  })
  const { items, refused } = await readAll([
    new File([JSON.stringify({ db: [{ data: { posts } }] })], 'ghost.json'),
  ])
  expect(items.length + refused.length).toBe(3 * ATTACKS.length)
  for (const { body } of items) {
    // Images inside the text are uploaded first. The server refuses their addresses.
    const sent = body.replace(/src="data:[^"]*"/g, 'src="https://a.example/"')
    expect(flawIn(sent)).toBeNull()
    expect(sanitiseHtml(sent)).toBe(sent)
  }
})

test('entities that an XML file declares stay text: they are neither expanded nor loaded', async () => {
  const laughs = Array.from(
    { length: 9 },
    (_, n) => `<!ENTITY lol${n + 1} "${`&lol${n};`.repeat(10)}">`,
  )
  const doctype = `<!DOCTYPE rss [<!ENTITY lol0 "lol">${laughs.join('')}<!ENTITY file SYSTEM "file:///etc/passwd">]>`
  const item = wxrItem({ id: 1 }).replace('<![CDATA[text]]>', '&lol9; &file; &amp;lt; &#65;')
  const { items } = await readAll(
    xml(`<?xml version="1.0"?>${doctype}${wxrFile(item).replace(/^<\?xml[^>]*>/, '')}`),
  )
  expect(items.map(({ body }) => body)).toEqual(['<p>&amp;lol9; &amp;file; &lt; A</p>'])
})

test.each([
  ['deep nesting', `${WXR_HEAD}${'<item>'.repeat(100_000)}`, 'invalid_xml'],
  ['a missing end', `${WXR_HEAD}${wxrItem({ id: 1 })}<item><title>x`, 'invalid_xml'],
  [
    'an attribute without end',
    `${WXR_HEAD}<item a="${'x'.repeat(2.5 * SHORT_TEXT)}`,
    'file_too_large',
  ],
  ['a comment without end', `${WXR_HEAD}<!--${'x'.repeat(2.5 * SHORT_TEXT)}`, 'file_too_large'],
  ['one post above the limit', wxrFile(wxrItem({ id: 1 }).repeat(101)), 'too_many_items'],
  [
    'broken UTF-8',
    Buffer.concat([Buffer.from(WXR_HEAD), Buffer.of(0xff, 0xc3), Buffer.from(WXR_END)]),
    'not_utf8',
  ],
])('a WordPress export with %s is refused', async (_, content, problem) => {
  limit('text', SHORT_TEXT)
  limit('items', 100)
  await expect(readAll([new File([content], 'export.xml')])).rejects.toMatchObject({
    problem,
    file: 'export.xml',
  })
})

test('as many posts as the limit allows in a WordPress export are read', async () => {
  limit('items', 100)
  expect(
    (await readAll(xml(wxrFile(wxrItem({ id: 1 }).repeat(100))))).items.length,
  ).toBeGreaterThan(0)
})

test('a post that is too long is refused, and the others are read', async () => {
  limit('text', SHORT_TEXT)
  // The reader drops what follows the long text, here the content.
  const long = `<excerpt:encoded>${'x'.repeat(4 * SHORT_TEXT)}</excerpt:encoded>`
  const item = wxrItem({ id: 1 }).replace('<content:encoded>', `${long}<content:encoded>`)
  const { items, refused } = await readAll(xml(wxrFile(item, wxrItem({ id: 2 }))))
  expect([items, refused]).toMatchObject([[{ title: 'T2' }], [{ refused: 'too_long' }]])
})

test('the posts of a WordPress export are delivered while the file is still being read', async () => {
  let pieces = 0
  const total = 50
  const files: SourceFiles = {
    names: ['export.xml'],
    bytes: () => Promise.reject(new Error('the file must be streamed')),
    text: () => Promise.reject(new Error('the file must be streamed')),
    stream() {
      pieces = 0
      return new ReadableStream({
        pull(controller) {
          const text =
            pieces === 0 ? WXR_HEAD : wxrItem({ id: pieces, content: 'x'.repeat(10_000) })
          controller.enqueue(new TextEncoder().encode(pieces === total ? WXR_END : text))
          pieces += 1
          if (pieces > total) controller.close()
        },
      })
    },
  }
  const read: number[] = []
  for await (const _ of wordpress.read(files)) read.push(pieces)
  expect(read).toHaveLength(total - 1)
  expect(read[0]).toBeLessThan(10)
})

test('a short gallery or card is not expanded to a long text', async () => {
  const attachments = Array.from(
    { length: 300 },
    (_, index) =>
      `<item><wp:post_id>${index + 10}</wp:post_id><wp:post_parent>1</wp:post_parent><wp:post_type>attachment</wp:post_type><wp:attachment_url>https://a.example/${'x'.repeat(500)}${index}.jpg</wp:attachment_url></item>`,
  )
  const post = wxrItem({ id: 1, content: '[gallery]'.repeat(100) })
  const { items, refused } = await readAll(xml(wxrFile(...attachments, post)))
  expect([...items, ...refused]).toMatchObject([{ refused: 'too_long' }])
})
