import { expect, test } from 'vitest'
import { importDate, importKey, importTags, importTitle } from '#import/fields.ts'
import { LIMITS } from '#import/import-error.ts'
import type { ImportItem } from '#import/item.ts'
import { documentOf } from '#import/markdown/front-matter.ts'
import { filesOf, formatOf } from '#import/open-files.ts'
import { folderOf, zipOf } from './archives.ts'
import { itemsOf, limit, problemOf, readAll } from './read.ts'

test('the posts of a Jekyll site get date, path and address from the file name and the configuration, and its other pages are left out', async () => {
  const [post, draft, readme] = await read(
    folderOf({
      '_config.yml': 'url: https://blog.example\npermalink: pretty\n',
      '_posts/2019-05-01-hello-world.md':
        '---\ntitle: Part 2: more\ntags: a b\ncategories: [News]\nimage: /img/c.png\nauthor: Ada <ada@a.example>\n---\nHi ![x](/img/c.png)',
      '_drafts/idea.md': '# An idea\n\nText',
      'img/c.png': 'x',
      'README.md': '# About',
    }),
  )
  expect(post).toMatchObject({
    key: 'markdown:_posts/2019-05-01-hello-world.md',
    title: 'Part 2: more',
    tags: ['a', 'b', 'News'],
    coverUrl: '/img/c.png',
    images: [{ source: '/img/c.png', file: 'img/c.png' }],
    isPublished: true,
    publishedAt: '2019-05-01T00:00:00.000Z',
    path: '/news/2019/05/01/hello-world/',
    author: { key: 'ada', name: 'Ada', email: 'ada@a.example' },
  })
  expect(draft).toMatchObject({
    title: 'An idea',
    body: '<p>Text</p>',
    isPublished: false,
    url: null,
  })
  expect(readme).toEqual({ key: 'markdown:README.md', title: 'README', refused: 'not_a_post' })
})

test('a Hugo site is read with TOML, page bundles, drafts and images next to the post', async () => {
  const [bundle, json, section] = await read(
    folderOf({
      'hugo.toml': 'baseURL = "https://blog.example/"\n',
      'content/posts/trip/index.md':
        '+++\ntitle = "A trip"\ndate = 2020-02-03T04:05:06+01:00\nlastmod = 2020-03-01\ntags = ["x"]\n[cover]\nimage = "sea.jpg"\n+++\n{{< figure src="sea.jpg" caption="Sea" >}}',
      'content/posts/trip/sea.jpg': 'x',
      'content/posts/json.md': '{\n  "title": "J", "draft": true, "aliases": ["/old"]\n}\nText',
      'content/posts/_index.md': '---\ntitle: Posts\n---\n',
      'archetypes/default.md': '+++\ntitle = "{{ .Name }}"\n+++\n',
    }),
  )
  expect(bundle).toMatchObject({
    title: 'A trip',
    publishedAt: '2020-02-03T03:05:06.000Z',
    updatedAt: '2020-03-01T00:00:00.000Z',
    url: 'https://blog.example/posts/trip/',
    path: '/posts/trip/',
    coverUrl: 'sea.jpg',
    images: [{ source: 'sea.jpg', file: 'content/posts/trip/sea.jpg' }],
  })
  expect((bundle as ImportItem).body).toContain('<figcaption>Sea</figcaption>')
  expect(json).toMatchObject({ title: 'J', isPublished: false })
  expect(section).toMatchObject({ refused: 'not_a_post' })
})

test('aliases and redirect_from are other paths of a post', async () => {
  const items = await read(
    folderOf({
      'content/a.md':
        '+++\ntitle = "Zola"\naliases = ["2014/09/15/Rust-1.0.html", "/old/"]\n+++\na',
      'content/b.md': '---\ntitle: Hugo\naliases: /only\n---\nb',
      'content/c.md':
        '---\ntitle: Jekyll\nredirect_from:\n  - /was/\n  - https://old.example/c?p=3\n---\nc',
      'content/d.md':
        '---\ntitle: Odd\naliases: [7, "", "../up", "{{ .Path }}", null, {a: 1}]\n---\nd',
    }),
  )
  expect(items.map((item) => ('refused' in item ? null : [item.path, item.morePaths]))).toEqual([
    ['/a/', ['/2014/09/15/Rust-1.0.html', '/old/']],
    ['/b/', ['/only']],
    ['/c/', ['/was/', 'https://old.example/c?p=3']],
    ['/d/', undefined],
  ])
})

test('the fields of other generators are read, and files without front matter too', async () => {
  const items = await read(
    folderOf({
      'a.md':
        '---\nTitle: Astro\npubDate: Jul 08 2022\nupdatedDate: 2022-07-09\nheroImage: "https://a.example/h.png"\ncanonicalURL: https://a.example/a\n---\na',
      'b.md': 'title: Hexo\ndate: 2013-12-24 17:49:32\ncategories:\n- [Foo, Bar]\n---\nb',
      'c.md':
        '---\nextra:\n  cover_image: https://a.example/e.png\ntaxonomies:\n  tags: [zola]\npublished: false\n---\nSome title\n===\n\nc',
      'notes/my-file_name.md': 'Only text',
      'empty.md': '---\ntitle: E\n---\n',
      'latin.md': new Uint8Array([0x61, 0xe4]),
    }),
  )
  expect(items).toMatchObject([
    {
      title: 'Astro',
      publishedAt: '2022-07-08T00:00:00.000Z',
      url: 'https://a.example/a',
      coverUrl: 'https://a.example/h.png',
    },
    { title: 'Hexo', publishedAt: '2013-12-24T17:49:32.000Z', tags: ['Foo', 'Bar'] },
    {
      title: 'Some title',
      body: '<p>c</p>',
      tags: ['zola'],
      isPublished: false,
      coverUrl: 'https://a.example/e.png',
    },
    { title: 'my file name', body: '<p>Only text</p>' },
    { title: 'E', refused: 'empty' },
    { title: 'latin', refused: 'unreadable' },
  ])
})

test('reading the same files again gives the same import keys', async () => {
  const files = await filesOf(
    folderOf({ [`${'long/'.repeat(60)}a.md`]: 'a', [`${'long/'.repeat(60)}b.md`]: 'b' }),
  )
  const format = await formatOf(files)
  const keys = async () => (await itemsOf(format, files)).map(({ key }) => key)
  const first = await keys()
  expect(new Set(first).size).toBe(2)
  expect(first.every((key) => key !== null && key.length <= 200)).toBe(true)
  expect(await keys()).toEqual(first)
})

/** As in `app/services/exporter/articles.rb` of Forem. */
const article = {
  body_markdown:
    '---\ntitle: Old\ntags: old\ncover_image: https://a.example/old.png\n---\nFirst line\nsecond {% user ben %}',
  cached_tag_list: 'javascript, webdev',
  cached_user_name: 'Ada',
  cached_user_username: 'ada',
  canonical_url: null,
  created_at: '2020-01-01T00:00:00.000Z',
  description: 'About',
  edited_at: '2020-01-03T00:00:00.000Z',
  main_image: 'https://dev-to-uploads.s3.amazonaws.com/i/a.png',
  path: '/ada/my-post-1abc',
  published: true,
  published_at: '2020-01-02T00:00:00.000Z',
  slug: 'my-post-1abc',
  title: 'My post',
  video_source_url: null,
}

test('an export of dev.to is read, as a ZIP archive or as a single file', async () => {
  const draft = {
    ...article,
    slug: 'draft-temp-slug-1',
    published: false,
    published_at: null,
    title: 'Draft',
  }
  const json = JSON.stringify([article, draft, { title: 'Broken' }, article])
  for (const chosen of [
    zipOf([
      { name: 'articles.json', content: json },
      { name: 'comments.json', content: '[]' },
    ]),
    new File([json], 'a.json'),
  ]) {
    const items = await read([chosen])
    expect(items).toMatchObject([
      {
        key: 'devto:my-post-1abc',
        title: 'My post',
        body: expect.stringContaining('<p>First line<br>second <a href="https://dev.to/ben"'),
        summary: 'About',
        tags: ['javascript', 'webdev'],
        coverUrl: article.main_image,
        publishedAt: article.published_at,
        updatedAt: article.edited_at,
        url: 'https://dev.to/ada/my-post-1abc',
        path: '/ada/my-post-1abc',
        author: { name: 'Ada' },
      },
      { key: 'devto:draft-temp-slug-1', isPublished: false, url: null, path: null },
      { key: null, title: 'Broken', refused: 'unreadable' },
      { key: 'devto:my-post-1abc', refused: 'duplicate_key' },
    ])
  }
})

test('too many items, invalid JSON and files of an unknown format are refused', async () => {
  limit('items', 100)
  const many = JSON.stringify(
    Array.from({ length: 101 }, (_, index) => ({ slug: `${index}`, body_markdown: 'a' })),
  )
  expect(await problemOf(() => readAll([new File([many], 'articles.json')]))).toBe('too_many_items')
  const nested = `[{"body_markdown":${'['.repeat(6_000_000)}`
  expect(await problemOf(() => readAll([new File([nested], 'articles.json')]))).toBe(
    'too_many_items',
  )
  expect(await problemOf(() => readAll([new File(['[{"body_markdown":'], 'articles.json')]))).toBe(
    'invalid_json',
  )
  expect(await problemOf(() => readAll([new File(['x'], 'a.exe')]))).toBe('unknown_format')
  const posts = Object.fromEntries(
    Array.from({ length: LIMITS.items + 1 }, (_, index) => [`${index}.md`, 'a']),
  )
  expect(await problemOf(() => readAll(folderOf(posts)))).toBe('too_many_items')
})

test('front matter with multiplying aliases, deep nesting or unknown tags is harmless', () => {
  const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefghij'
    .split('')
    .map(
      (name, index) =>
        `${name}: &${name} [${Array.from({ length: 9 }, () => `*${'abcdefghij'[index]}`).join(',')}]`,
    )
    .join('\n')}\ntitle: Bomb`
  expect(documentOf(`---\n${bomb}\n---\nbody`)).toMatchObject({
    fields: { title: 'Bomb' },
    body: 'body',
  })
  const deep = ['['.repeat(30_000), '{a: '.repeat(8_000), '? '.repeat(16_000), '- '.repeat(16_000)]
  for (const hostile of [...deep, '!!js/function "x"', `a: ${'&a '.repeat(9_000)}`])
    expect(documentOf(`---\n${hostile}\n---\nbody`).body).toContain('body')
  // Not parsed: V8 may end the process when the stack is almost full. The first is a text, the
  // others have no name.
  const nested = (depth: number) => `${'['.repeat(depth)}a${']'.repeat(depth)}`
  expect(documentOf(`---\ntags: ${nested(201)}\n---\n`).fields).toEqual({ tags: nested(201) })
  expect(documentOf(`---\n${'- '.repeat(51)}a: b\n---\n`).fields).toEqual({})
  expect(documentOf(`---\n${'? '.repeat(51)}a: b\n---\n`).fields).toEqual({})
  expect(documentOf(`---\ntags: ${nested(100)}\n---\n`).fields?.tags).toEqual([expect.any(Array)])
  expect(documentOf(`---\na: ${'b'.repeat(500)}\n${' '.repeat(4)}c\n---\n`).fields?.a).toContain(
    'b c',
  )
  expect(documentOf('---\n__proto__: {a: 1}\ntitle: T\n---\n').fields?.title).toBe('T')
  expect(({} as Record<string, unknown>).a).toBeUndefined()
})

test.each([
  ['2019-05-01', '2019-05-01T00:00:00.000Z'],
  ['2019-05-01 10:20:30 +0800', '2019-05-01T02:20:30.000Z'],
  ['2019-05-01T10:20:30.5-02:30', '2019-05-01T12:50:30.500Z'],
  ['2019/5/1 7:05', '2019-05-01T07:05:00.000Z'],
  ['2019年5月1日', '2019-05-01T00:00:00.000Z'],
  ['May 1, 2019', '2019-05-01T00:00:00.000Z'],
  ['Wed, 01 May 2019 10:00:00 +0200', '2019-05-01T08:00:00.000Z'],
  [1_556_668_800, '2019-05-01T00:00:00.000Z'],
  ['0001-01-01T00:00:00Z', null],
  ['2019-02-31', null],
  ['tomorrow', null],
  [true, null],
])('the date %j is read', (value, expected) => {
  expect(importDate(value)).toBe(expected)
})

test('imported titles, tags and keys are adjusted to the limits of the site', () => {
  expect([...importTitle('😀'.repeat(200))]).toHaveLength(120)
  expect(importTitle('a\u202e\n b')).toBe('a b')
  expect(importTags(['#A', 'a', 'x'.repeat(25), '1', '2', '3', '4', '5'])).toEqual({
    tags: ['A', '1', '2', '3', '4'],
    losses: [{ kind: 'tags', count: 2, detail: `${'x'.repeat(25)}, 5` }],
  })
  expect(importKey('markdown', 'a b\0')).toBe('markdown:a_b_')
  expect(importKey('markdown', 'x'.repeat(300))).toHaveLength(200)
  expect(importKey('markdown', `${'x'.repeat(300)}1`)).not.toBe(
    importKey('markdown', `${'x'.repeat(300)}2`),
  )
})

async function read(chosen: readonly File[]) {
  return (await readAll(chosen)).all
}
