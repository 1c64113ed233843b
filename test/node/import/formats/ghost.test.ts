import { expect, test } from 'vitest'
import { zipOf } from './archives.ts'
import { plainBody, readAll } from './read.ts'

const exported = (data: unknown) =>
  JSON.stringify({ db: [{ meta: { exported_on: 1_600_000_000_000, version: '5.0.0' }, data }] })
const fileOf = (data: unknown) => [new File([exported(data)], 'ghost.json')]
async function bodiesOf(...contents: object[]) {
  const posts = contents.map((content, index) => ({ uuid: `u${index}`, title: 't', ...content }))
  return (await readAll(fileOf({ posts }))).items.map(plainBody)
}

const SITE = {
  posts: [
    {
      id: '1',
      uuid: 'aa-1',
      title: 'Hello <world>',
      slug: 'hello',
      html: '<h2>a</h2><p>b <a href="__GHOST_URL__/other/">c</a></p><figure class="kg-card kg-image-card"><img src="__GHOST_URL__/content/images/2020/01/a.png"></figure>',
      feature_image: '__GHOST_URL__/content/images/cover.jpg',
      status: 'published',
      visibility: 'public',
      type: 'post',
      custom_excerpt: 'Short & sweet',
      published_at: '2020-01-02T03:04:05.000Z',
      updated_at: '2021-01-02T03:04:05.000Z',
      canonical_url: 'https://old.example/hello/',
    },
    {
      id: '2',
      uuid: 'aa-2',
      title: 'For members',
      slug: 'members',
      html: '<p>x</p>',
      status: 'published',
      visibility: 'paid',
      published_at: '2020-01-02T03:04:05.000Z',
    },
    {
      id: '3',
      uuid: 'aa-3',
      title: 'About',
      slug: 'about',
      html: '<p>x</p>',
      status: 'published',
      type: 'page',
    },
    {
      id: '4',
      uuid: 'aa-4',
      title: 'Draft',
      slug: 'draft',
      html: '<p>x</p>',
      status: 'draft',
      author_id: 'u2',
    },
    { id: '5', uuid: 'aa-5', title: 'Empty', slug: 'empty', html: '', status: 'draft' },
    { id: '6', uuid: 'aa-1', title: 'Copy', slug: 'copy', html: '<p>x</p>', status: 'draft' },
  ],
  users: [
    { id: 'u1', slug: 'ada', name: 'Ada', email: 'ada@old.example', password: 'not read' },
    { id: 'u2', slug: 'ben', name: 'Ben', email: 'ben@old.example' },
  ],
  posts_authors: [
    { post_id: '1', author_id: 'u2', sort_order: 1 },
    { post_id: '1', author_id: 'u1', sort_order: 0 },
    { post_id: '2', author_id: 'gone', sort_order: 0 },
  ],
  tags: [
    { id: 't1', name: 'News', visibility: 'public' },
    { id: 't2', name: '#internal', visibility: 'internal' },
    { id: 't3', name: 'Code', visibility: 'public' },
  ],
  posts_tags: [
    { post_id: '1', tag_id: 't1', sort_order: 2 },
    { post_id: '1', tag_id: 't2', sort_order: 1 },
    { post_id: '1', tag_id: 't3', sort_order: 0 },
  ],
}

test('a post of Ghost keeps its fields, and its images are found in the archive', async () => {
  const archive = zipOf([
    { name: 'site/export.json', content: exported(SITE) },
    { name: 'site/content/images/2020/01/a.png', content: 'png' },
    { name: 'site/content/images/cover.jpg', content: 'jpg' },
  ])
  const { format, items } = await readAll([archive])
  expect(format).toBe('ghost')
  const [post] = items
  expect(post).toMatchObject({
    key: 'ghost:aa-1',
    title: 'Hello <world>',
    summary: 'Short & sweet',
    tags: ['Code', 'News'],
    coverUrl: '/content/images/cover.jpg',
    isPublished: true,
    publishedAt: '2020-01-02T03:04:05.000Z',
    updatedAt: '2021-01-02T03:04:05.000Z',
    url: 'https://old.example/hello/',
    path: '/hello/',
    author: { key: 'ada', name: 'Ada', email: 'ada@old.example' },
    images: [
      { source: '/content/images/2020/01/a.png', file: 'content/images/2020/01/a.png' },
      { source: '/content/images/cover.jpg', file: 'content/images/cover.jpg' },
    ],
    losses: [],
  })
  expect(post && plainBody(post)).toBe(
    '<h2>a</h2><p>b <a href="https://old.example/other/">c</a></p><img src="/content/images/2020/01/a.png">',
  )
})

test('posts for members, pages and drafts do not become public', async () => {
  const { items, refused } = await readAll(fileOf(SITE))
  const facts = items.map(({ title, isPublished, publishedAt, author }) => [
    title,
    isPublished,
    publishedAt,
    author?.key,
  ])
  expect(facts).toEqual([
    ['Hello <world>', true, '2020-01-02T03:04:05.000Z', 'ada'],
    ['For members', false, null, undefined],
    ['About', false, null, undefined],
    ['Draft', false, null, 'ben'],
  ])
  expect(refused).toEqual([
    { key: 'ghost:aa-5', title: 'Empty', refused: 'empty' },
    { key: 'ghost:aa-1', title: 'Copy', refused: 'duplicate_key' },
  ])
})

test('a Ghost export without its envelope is read', async () => {
  const text = JSON.stringify({ meta: { exported_on: 1 }, data: SITE })
  const { format, items } = await readAll([new File([text], 'x.json')])
  expect([format, items.length]).toEqual(['ghost', 4])
})

test("posts of Ghost's current editor are converted to HTML", async () => {
  const text = (value: string, format = 0) => ({ type: 'extended-text', text: value, format })
  const children = [
    { type: 'extended-heading', tag: 'h2', children: [text('a')] },
    {
      type: 'paragraph',
      children: [
        text('b', 1),
        { type: 'linebreak' },
        text('c<', 3),
        { type: 'link', url: 'https://a.example/', children: [text('d')] },
      ],
    },
    {
      type: 'list',
      listType: 'number',
      start: 2,
      children: [
        { type: 'listitem', children: [text('e')] },
        {
          type: 'listitem',
          children: [
            {
              type: 'list',
              listType: 'bullet',
              children: [{ type: 'listitem', children: [text('f')] }],
            },
          ],
        },
      ],
    },
    {
      type: 'list',
      listType: 'check',
      children: [{ type: 'listitem', checked: true, children: [text('g')] }],
    },
    { type: 'extended-quote', children: [text('h')] },
    { type: 'codeblock', code: 'a < b', language: 'js' },
    { type: 'image', src: 'https://a.example/i.png', alt: 'alt', caption: 'cap <b>x</b>' },
    { type: 'markdown', markdown: '*i*' },
    { type: 'html', html: '<p>j</p>' },
    { type: 'bookmark', url: 'https://a.example/b', metadata: { title: 'T', description: 'D' } },
    { type: 'embed', url: 'https://a.example/v' },
    { type: 'callout', calloutText: 'k', calloutEmoji: '💡' },
    { type: 'toggle', heading: 'l', content: '<p>m</p>' },
    { type: 'horizontalrule' },
    { type: 'button', buttonText: 'n', buttonUrl: 'https://a.example/n' },
    { type: 'email-cta', html: 'not shown' },
    { type: 'a-new-card', children: [text('o')] },
  ]
  expect(await bodiesOf({ lexical: JSON.stringify({ root: { type: 'root', children } }) })).toEqual(
    [
      '<h2>a</h2><p><strong>b</strong><br><em><strong>c&lt;</strong></em><a href="https://a.example/">d</a></p>' +
        '<ol start="2"><li><p>e</p><ul><li>f</li></ul></li></ol>' +
        '<ul data-type="taskList"><li data-type="taskItem" data-checked="true"><p>g</p></li></ul>' +
        '<blockquote><p>h</p></blockquote><pre><code class="language-js">a &lt; b</code></pre>' +
        '<figure><img src="https://a.example/i.png" alt="alt"><figcaption>cap <strong>x</strong></figcaption></figure>' +
        '<p><em>i</em></p><p>j</p><p><a href="https://a.example/b">T</a></p><p>D</p>' +
        '<p><a href="https://a.example/v">https://a.example/v</a></p><blockquote data-type="note"><p>💡 k</p></blockquote>' +
        '<details><summary>l</summary><p>m</p></details><hr><p><a href="https://a.example/n">n</a></p><p>o</p>',
    ],
  )
})

const [STRONG, LINK] = [
  [0, [0], 0, 'b'],
  [0, [1], 2, 'c'],
]

test("posts of Ghost's older editors are converted to HTML", async () => {
  const mobiledoc = {
    version: '0.3.1',
    atoms: [['soft-return', '', {}]],
    cards: [
      ['code', { code: 'x', language: 'css' }],
      ['hr', {}],
      ['card-markdown', { markdown: '**m**' }],
    ],
    markups: [['strong'], ['a', ['href', 'https://a.example/']]],
    sections: [
      [1, 'h3', [[0, [], 0, 'a']]],
      [1, 'p', [STRONG, [1, [], 0, 0], LINK]],
      [3, 'ul', [[[0, [], 0, 'd']], [[0, [], 0, 'e']]]],
      [10, 0],
      [10, 1],
      [10, 2],
      [10, 99],
    ],
  }
  const broken = { mobiledoc: '{broken', html: '<p>z</p>' }
  expect(
    await bodiesOf({ mobiledoc: JSON.stringify(mobiledoc) }, { markdown: '# x\n\n- y' }, broken),
  ).toEqual([
    '<h3>a</h3><p><strong>b<br><a href="https://a.example/">c</a></strong></p><ul><li>d</li><li>e</li></ul><pre><code class="language-css">x</code></pre><hr><p><strong>m</strong></p>',
    '<h2>x</h2><ul><li>y</li></ul>',
    '<p>z</p>',
  ])
})

test('a card of Ghost that is used in many sections does not fill the memory', async () => {
  const sections = Array.from({ length: 50_000 }, () => [10, 0])
  const mobiledoc = JSON.stringify({
    cards: [['html', { html: `<p>${'x'.repeat(100_000)}</p>` }]],
    sections,
  })
  const { refused } = await readAll(fileOf({ posts: [{ uuid: 'u', title: 't', mobiledoc }] }))
  expect(refused).toEqual([{ key: 'ghost:u', title: 't', refused: 'too_long' }])
})
