import { parse } from 'yaml'
import { type ImportItem, isRefused } from '#import/item.ts'
import { joule } from '#import/joule/format.ts'
import { formatOf } from '#import/open-files.ts'
import type { SourceFiles } from '#import/source-files.ts'
import { sanitiseHtml } from '#kernel/html/sanitise.ts'
import { ANIMATED_GIF, PNG } from '#test/images.ts'
import { expect, test } from '#test/test.ts'
import type { Client, World } from '#test/world.ts'
import { exportedFiles } from './all-steps.ts'

type Author = Awaited<ReturnType<World['member']>>

/**
 * Much that a conversion could change: white space, entities, code, tables, tasks and text that
 * looks like a shortcode.
 */
const BODY = `<h2>One &amp; two &lt;b&gt;</h2><p>Some <strong>bold：</strong>中文\u00a0and 👩🏽‍🚀 e\u0301 &amp;amp; <a href="https://a.example/?b=1&amp;c=2">link</a>
across\ttwo lines</p><p>\u3000\u3000Indented<br>line</p><pre><code class="language-js">if (a &lt; b &amp;&amp; c) {\n\n  print("\`x\`", '{{&lt; y &gt;}}')  \n}</code></pre>\
<table><tbody><tr><th><p>a</p></th><th><p>b | c</p></th></tr><tr><td><p>1</p></td><td><p>2</p></td></tr></tbody></table>\
<ul data-type="taskList"><li data-type="taskItem" data-checked="true"><p>done</p></li></ul><blockquote><p>quoted</p></blockquote>`

/** The ZIP of an author with one complete post and one deleted post. */
async function exportedAsZip(world: World, author: Author) {
  const url = await upload(author, PNG)
  const [post, deleted] = await world.posts([
    {
      author: author.user,
      title: 'An <odd> title: "quoted"',
      body: `<p>Some <strong>bold</strong> words</p><p><img src="${url}" alt="x"></p><pre><code>&lt;img src="/images/a.png"&gt; {{&lt; ref &gt;}}</code></pre>`,
      cover: url,
      tags: ['SQLite', '数据库'],
      summary: 'My own: words',
    },
    { author: author.user, title: 'Gone' },
  ])
  await author.delete(`/api/studio/posts/${deleted.id}`)
  const files = await exportedFiles(world, author.user.uid, 'zip')
  return { files, url, post, deleted, page: `content/posts/${post.id}-an-odd-title-quoted.md` }
}

test('the archive has data, posts in two formats and images in folders of a Hugo site', async ({
  world,
  author,
}) => {
  const { files, url, post, deleted, page } = await exportedAsZip(world, author)
  const { headers } = await author.get('/api/settings/export.zip')
  expect(headers.get('content-type')).toBe('application/zip')
  expect(files.names).toEqual([
    'data.json',
    page,
    `posts/${post.id}.html`,
    `posts/${deleted.id}.html`,
    `static${url}`,
  ])
  expect(JSON.parse(await files.text('data.json'))).toMatchObject({
    site: 'https://joule.example',
    posts: [{ id: post.id }],
  })
})

test('the HTML file of a post shows the images of the archive and leaves code unchanged', async ({
  world,
  author,
}) => {
  const { files, url, post } = await exportedAsZip(world, author)
  const html = await files.text(`posts/${post.id}.html`)
  expect(html).toContain(`<img src="../static${url}"`)
  expect(html).toContain('&lt;img src="/images/a.png"&gt;')
  expect(html).toContain('<h1>An &lt;odd&gt; title: "quoted"</h1>')
})

test('the Markdown file of a post has its fields as front matter and escapes shortcodes in its text', async ({
  world,
  author,
}) => {
  const { files, url, post, page } = await exportedAsZip(world, author)
  const { fields, text } = await pageIn(files, page)
  expect(fields).toEqual({
    title: 'An <odd> title: "quoted"',
    date: post.published_at,
    lastmod: post.published_at,
    draft: false,
    slug: `${post.id}-an-odd-title-quoted`,
    aliases: [`/posts/${post.id}`],
    tags: ['SQLite', '数据库'],
    description: 'My own: words',
    image: url,
  })
  expect(text).toBe(
    `Some **bold** words\n\n![x](<${url}>)\n\n\`\`\`\n<img src="/images/a.png"> {{</* ref */>}}\n\`\`\`\n`,
  )
})

test('a YAML parser reads the front matter of any title', async ({ world, member: author }) => {
  const titles = [
    '---',
    '- "a": [b], {c} # d',
    '\u2028 \u0085 \u007f',
    '👩🏽‍🚀',
    "it's\\n",
    '',
    'no',
    '你好，世界',
    '../../a',
  ]
  for (const title of titles) await world.post({ author: author.user, title, status: 'draft' })
  const files = await exportedFiles(world, author.user.uid, 'zip')
  const pages = files.names.filter((name) => name.endsWith('.md'))
  const read = await Promise.all(pages.map(async (name) => (await pageIn(files, name)).fields))
  expect(read.map(({ title }) => title).sort()).toEqual(titles.sort())
  for (const name of pages) expect(name).toMatch(/^content\/posts\/\d+[-\p{L}\p{N}]*\.md$/u)
  expect(read.every(({ draft }) => draft === true)).toBe(true)
})

/** The ZIP of an author with four drafts, two of them in a series, and a published post. */
async function exportedWithDrafts(world: World): Promise<SourceFiles> {
  const author = await world.member({ level: 3 })
  const [inside, cover] = [await upload(author, PNG), await upload(author, ANIMATED_GIF)]
  const sent = [
    {
      title: 'All — of “it”',
      body: BODY,
      summary: 'My own',
      tags: ['SQLite', '数据库'],
      canonical_url: 'https://a.example/it',
    },
    {
      title: 'With images',
      body: `<p><img src="${inside}" alt="a &quot;b&quot;"></p><p><img src="https://b.example/?c&amp;d"></p>`,
      cover_url: cover,
    },
    { title: 'CRLF', body: '<p>a\r\nb</p><pre>c\r\n\r\nd\t\n</pre>' },
    { title: '', body: '<p>no title</p>' },
  ]
  const ids: number[] = []
  for (const post of sent) {
    const { status, json } = await author.post('/api/studio/posts', { ...post, draft: true })
    expect(status).toBe(201)
    ids.push(json.id)
  }
  const series = (await author.post('/api/studio/series', { title: 'Parts' })).json.id
  await author.put(`/api/studio/series/${series}/posts`, { ids: [ids[2], ids[0]] })
  await world.post({ author: author.user, title: 'Published', status: 'approved' })
  return exportedFiles(world, author.user.uid, 'zip')
}

/** Each item that the import reads from an export, with its post in `data.json`. */
async function itemsWithOriginals(files: SourceFiles) {
  const { posts } = JSON.parse(await files.text('data.json'))
  return (await itemsIn(files)).map((item) => {
    if (isRefused(item)) throw new Error(`refused: ${item.refused}`)
    const original = posts.find(
      ({ id }: { id: number }) => item.key === `joule:joule.example:${id}`,
    )
    return { item, original }
  })
}

test('the import recognises an export and finds all its posts', async ({ world }) => {
  const files = await exportedWithDrafts(world)
  expect((await formatOf(files)).name).toBe('joule')
  expect(await itemsIn(files)).toHaveLength(4 + 1)
})

test('an export keeps the order of the parts of a series', async ({ world }) => {
  const items = await itemsIn(await exportedWithDrafts(world))
  const parts = items.flatMap((item) => ('series' in item ? [[item.series, item.title]] : []))
  expect(parts).toEqual([
    ['Parts', 'CRLF'],
    ['Parts', 'All — of “it”'],
  ])
})

test('the import of an export creates the same posts, byte for byte', async ({ world }) => {
  const files = await exportedWithDrafts(world)
  const mover = await world.member({ level: 3 })
  for (const { item, original } of await itemsWithOriginals(files)) {
    const { post, moved } = await imported(mover, item, files)
    const back = (text: string | null) =>
      [...moved].reduce((result, [from, to]) => result?.replaceAll(to, from) ?? null, text)
    expect(back(post.body)).toBe(original.body)
    expect(back(post.cover_url)).toBe(original.cover_url)
    expect([post.title, post.summary, post.tags]).toEqual([
      original.title,
      original.summary,
      original.tags.map(([, name]: [string, string]) => name),
    ])
  }
})

test('the import of an export knows the state, the address and the times of each post', async ({
  world,
}) => {
  const files = await exportedWithDrafts(world)
  for (const { item, original } of await itemsWithOriginals(files)) {
    expect(item.isPublished).toBe(original.status === 'approved')
    expect(item.url).toBe(
      original.canonical_url ??
        (item.isPublished ? `https://joule.example/posts/${original.id}` : null),
    )
    expect([item.publishedAt, item.updatedAt]).toEqual([original.published_at, original.updated_at])
  }
})

const TAGS = ['C', 'C++', '数据库']

/** The archive for Ghost of an author with a complete post, a draft and a pending post. */
async function exportedForGhost(world: World, author: Author) {
  const url = await upload(author, PNG)
  const [first, second] = await world.posts([
    {
      author: author.user,
      title: '你好，Ghost',
      body: `${BODY}<p><img src="${url}" alt="x"></p>`,
      cover: url,
      tags: TAGS,
      summary: 'Mine',
    },
    { author: author.user, title: '', status: 'draft', tags: ['C'] },
  ])
  await world.post({ author: author.user, title: '你好，Ghost', status: 'pending' })
  const files = await exportedFiles(world, author.user.uid, 'ghost')
  const ghost = JSON.parse(await files.text('ghost.json'))
  const { meta, data } = ghost.db[0]
  const postOf = (id: number) => data.posts.find((post: { id: string }) => post.id === String(id))
  return { files, url, image: `content${url}`, first, second, ghost, meta, data, postOf }
}

/*
 * The next tests compare with what Ghost requires: `ghost/core/core/server/data/importer` and the
 * validations of `data/schema/schema.js`.
 */

test('the archive for Ghost has one JSON file with the version of Ghost, and the images', async ({
  world,
  member: author,
}) => {
  const { files, image, ghost, meta } = await exportedForGhost(world, author)
  // A second JSON file might be read instead, and Markdown makes Ghost refuse the ZIP.
  expect(files.names).toEqual(['ghost.json', image])
  expect(await files.bytes(image)).toEqual(new Uint8Array(PNG))
  expect(Object.keys(ghost)).toEqual(['db'])
  expect(meta.version).toMatch(/^\d+\.\d+\.\d+$/)
})

test('every post in the archive for Ghost has values that Ghost accepts', async ({
  world,
  member: author,
}) => {
  const { data } = await exportedForGhost(world, author)
  expect(data.posts).toHaveLength(3)
  expect(new Set(data.posts.map(({ slug }: { slug: string }) => slug)).size).toBe(3)
  for (const post of data.posts) {
    expect(typeof post.id).toBe('string')
    expect(post.title.length).toBeGreaterThan(0)
    expect(post.title.length).toBeLessThanOrEqual(255)
    expect(post.slug.length).toBeLessThanOrEqual(185)
    expect(['published', 'draft']).toContain(post.status)
    expect(post.custom_excerpt?.length ?? 0).toBeLessThanOrEqual(300)
    for (const name of ['created_at', 'updated_at']) expect(Date.parse(post[name])).not.toBeNaN()
  }
})

test('a published post in the archive for Ghost has its summary, its cover and its address', async ({
  world,
  member: author,
}) => {
  const { first, image, postOf } = await exportedForGhost(world, author)
  expect(postOf(first.id)).toMatchObject({
    status: 'published',
    published_at: first.published_at,
    custom_excerpt: 'Mine',
    feature_image: `__GHOST_URL__/${image}`,
    canonical_url: null,
  })
})

test('Ghost can move the images in the text of a post', async ({ world, member: author }) => {
  const { first, url, image, postOf } = await exportedForGhost(world, author)
  // Ghost moves an image by replacing its path in the ZIP.
  const replaced = postOf(first.id).html.replace(
    new RegExp(`(/)?${image}`, 'gm'),
    '/content/images/moved.png',
  )
  expect(replaced).toBe(
    sanitiseHtml(`${BODY}<p><img src="${url}" alt="x"></p>`).replace(
      url,
      '__GHOST_URL__/content/images/moved.png',
    ),
  )
})

test('a draft without a title gets one in the archive for Ghost', async ({
  world,
  member: author,
}) => {
  const { second, postOf } = await exportedForGhost(world, author)
  expect(postOf(second.id)).toMatchObject({
    title: '(Untitled)',
    status: 'draft',
    published_at: null,
    custom_excerpt: null,
  })
})

test('posts in the archive for Ghost keep their tags, and no two tags have the same slug', async ({
  world,
  member: author,
}) => {
  const { first, second, data } = await exportedForGhost(world, author)
  const names = (id: number) =>
    data.posts_tags
      .filter(({ post_id }: { post_id: string }) => post_id === String(id))
      .map(
        ({ tag_id }: { tag_id: string }) =>
          data.tags.find(({ id }: { id: string }) => id === tag_id).name,
      )
  expect(names(first.id)).toEqual(TAGS)
  expect(names(second.id)).toEqual(['C'])
  // Tags with the same slug would become one.
  const slugs = data.tags.flatMap(({ slug }: { slug?: string }) => slug ?? [])
  expect(new Set(slugs).size).toBe(slugs.length)
})

test('an account without posts has a valid archive for Ghost', async ({
  world,
  member: author,
}) => {
  const files = await exportedFiles(world, author.user.uid, 'ghost')
  expect(JSON.parse(await files.text('ghost.json')).db[0].data).toEqual({
    posts: [],
    tags: [],
    posts_tags: [],
  })
})

async function itemsIn(files: SourceFiles) {
  const items = []
  for await (const item of joule.read(files)) items.push(item)
  return items
}

async function upload(author: Author, image: Uint8Array<ArrayBuffer>): Promise<string> {
  return (await author.upload('/api/posts/upload-image', image)).json.url
}

async function pageIn(files: SourceFiles, name: string) {
  const [, front = '', text = ''] = /^---\n(.*?)\n---\n\n(.*)$/s.exec(await files.text(name)) ?? []
  return { fields: parse(front), text }
}

/** Creates a post from an item, as the import page does. `moved` has the new URLs of images. */
async function imported(mover: Client & Author, item: ImportItem, files: SourceFiles) {
  const moved = new Map<string, string>()
  for (const { source, file } of item.images) {
    if (file !== null) moved.set(source, await upload(mover, await files.bytes(file)))
  }
  const body = [...moved].reduce(
    (html, [from, to]) => html.replaceAll(`src="${from}"`, `src="${to}"`),
    item.body,
  )
  const cover_url = item.coverUrl && (moved.get(item.coverUrl) ?? item.coverUrl)
  const { title, summary, tags, key } = item
  const fields = {
    title,
    body,
    tags,
    cover_url,
    import_key: key,
    draft: true,
    ...(summary !== null && { summary }),
  }
  const { status, json: post } = await mover.post('/api/studio/posts', fields)
  expect(status).toBe(201)
  return { post, moved }
}
