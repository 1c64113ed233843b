import { expect, test } from 'vitest'
import { folderOf, zipOf } from './archives.ts'
import { plainBody, readAll, wxrFile, wxrItem } from './read.ts'

const fileOf = (...items: string[]) => [new File([wxrFile(...items)], 'export.xml')]
const bodyOf = async (content: string, ...others: string[]) => {
  const { items } = await readAll(fileOf(wxrItem({ id: 1, content }), ...others))
  return items[0] ? plainBody(items[0]) : null
}

const AUTHOR =
  '<wp:author><wp:author_login><![CDATA[ada]]></wp:author_login><wp:author_email>ada@old.example</wp:author_email><wp:author_display_name><![CDATA[Ada L.]]></wp:author_display_name></wp:author>'
const ATTACHMENT =
  '<item><guid>https://old.example/?attachment_id=9</guid><wp:post_id>9</wp:post_id><wp:post_parent>1</wp:post_parent><wp:post_type>attachment</wp:post_type><wp:attachment_url>https://old.example/wp-content/uploads/2019/a.jpg</wp:attachment_url></item>'

test('a post of WordPress keeps its fields; its cover and author are found anywhere in the file', async () => {
  const fields =
    '<link>https://old.example/2019/05/hello/</link><dc:creator>ada</dc:creator><excerpt:encoded><![CDATA[Short]]></excerpt:encoded><wp:post_date_gmt>2019-05-01 10:00:00</wp:post_date_gmt><wp:post_modified_gmt>2020-05-01 10:00:00</wp:post_modified_gmt>' +
    '<category domain="category" nicename="news"><![CDATA[News &amp; more]]></category><category domain="post_tag" nicename="code"><![CDATA[code]]></category><category domain="category" nicename="uncategorized"><![CDATA[Uncategorized]]></category>' +
    '<wp:postmeta><wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value>9</wp:meta_value></wp:postmeta>'
  const { format, items } = await readAll(
    fileOf(
      wxrItem({ id: 1, title: 'Hello &amp; <em>you</em>', content: 'a', more: fields }),
      ATTACHMENT,
      AUTHOR,
    ),
  )
  expect(format).toBe('wordpress')
  expect(items).toEqual([
    {
      key: 'wordpress:https://old.example/?p=1',
      title: 'Hello & you',
      body: '<p>a</p>',
      summary: 'Short',
      tags: ['News & more', 'code'],
      coverUrl: 'https://old.example/wp-content/uploads/2019/a.jpg',
      isPublished: true,
      publishedAt: '2019-05-01T10:00:00.000Z',
      updatedAt: '2020-05-01T10:00:00.000Z',
      url: 'https://old.example/2019/05/hello/',
      path: '/2019/05/hello/',
      author: { key: 'ada', name: 'Ada L.', email: 'ada@old.example' },
      images: [{ source: 'https://old.example/wp-content/uploads/2019/a.jpg', file: null }],
      comments: [],
      losses: [],
    },
  ])
})

test('WordPress drafts and pages are not published; protected posts, posts in the trash and other types are refused', async () => {
  const { items, refused } = await readAll(
    fileOf(
      wxrItem({ id: 1, status: 'draft' }),
      wxrItem({ id: 2, status: 'private' }),
      wxrItem({ id: 3, status: 'future' }),
      wxrItem({ id: 4, type: 'page' }),
      wxrItem({ id: 5, more: '<wp:post_password>secret</wp:post_password>' }),
      wxrItem({ id: 6, status: 'trash' }),
      wxrItem({ id: 7, type: 'product' }),
      wxrItem({ id: 8, type: 'nav_menu_item' }),
    ),
  )
  expect(items).toMatchObject(
    ['T1', 'T2', 'T3', 'T4'].map((title) => ({ title, isPublished: false })),
  )
  expect(refused.map(({ title, refused: reason }) => [title, reason])).toEqual([
    ['T5', 'protected'],
    ['T6', 'not_a_post'],
    ['T7', 'not_a_post'],
  ])
})

test('WordPress posts with the same guid are told apart by their id', async () => {
  const twice = [
    wxrItem({ id: 1, guid: 'g', content: 'a' }),
    wxrItem({ id: 2, guid: 'g', content: 'b' }),
    wxrItem({ id: 2, guid: 'g', content: 'b' }),
  ]
  const { items, refused } = await readAll(fileOf(...twice))
  expect(items.map(({ key }) => key)).toEqual(['wordpress:g', 'wordpress:g#2'])
  expect(refused).toEqual([{ key: 'wordpress:g', title: 'T2', refused: 'duplicate_key' }])
})

test('posts of two WordPress sites with the same guids have different import keys', async () => {
  const keysOf = async (site: string) => {
    const url = `<wp:base_blog_url>${site}</wp:base_blog_url>`
    const posts = [
      wxrItem({ id: 1, guid: 'http://localhost/?p=1' }),
      wxrItem({ id: 2, guid: `${site}/?p=2` }),
    ]
    return (await readAll(fileOf(url, ...posts, wxrItem({ id: 3, guid: '' })))).items.map(
      ({ key }) => key,
    )
  }
  const keys = await keysOf('https://one.example')
  expect(keys).toEqual([
    'wordpress:https://one.example_http://localhost/?p=1',
    'wordpress:https://one.example/?p=2',
    'wordpress:https://one.example_3',
  ])
  expect(await keysOf('https://one.example')).toEqual(keys)
  expect((await keysOf('https://two.example')).filter((key) => keys.includes(key))).toEqual([])
})

test('all files of a split WordPress export are read, and images are found next to them', async () => {
  const post = wxrItem({
    id: 1,
    content: '<img src="https://old.example/wp-content/uploads/2019/a.jpg">',
    more: '<link>https://old.example/1/</link><dc:creator>ada</dc:creator>',
  })
  const files = { 'one.xml': wxrFile(post), 'two.xml': wxrFile(AUTHOR, wxrItem({ id: 2 })) }
  const archive = zipOf(Object.entries(files).map(([name, content]) => ({ name, content })))
  const authors = [
    { title: 'T1', author: { name: 'Ada L.' } },
    { title: 'T2', author: null },
  ]
  expect((await readAll([archive])).items).toMatchObject(authors)
  const images = { 'uploads/2019/a.jpg': 'jpg', 'wp-content/uploads/2019/a.jpg': 'jpg' }
  const { items } = await readAll(folderOf({ ...files, ...images }))
  const file = 'wp-content/uploads/2019/a.jpg'
  expect(items[0]?.images).toEqual([{ source: `https://old.example/${file}`, file }])
})

test("in posts of WordPress's classic editor, empty lines end paragraphs and line breaks stay", async () => {
  expect(
    await bodyOf(
      'one\ntwo <em>three</em>\n\nfour\n<blockquote>five\n\nsix</blockquote>\n<ul>\n<li>a</li>\n</ul>\n<pre>x\n\ny</pre>',
    ),
  ).toBe(
    '<p>one<br>two <em>three</em></p><p>four</p><blockquote><p>five</p><p>six</p></blockquote><ul><li>a</li></ul><pre><code>x\n\ny</code></pre>',
  )
})

test("in posts of WordPress's block editor, line breaks in the source have no meaning", async () => {
  expect(
    await bodyOf(
      '<!-- wp:paragraph -->\n<p>a\nb</p>\n<!-- /wp:paragraph -->\n\n<!-- wp:syntaxhighlighter/code {"language":"js"} -->\n<pre class="wp-block-syntaxhighlighter-code">x</pre>\n<!-- /wp:syntaxhighlighter/code -->\n<!-- wp:image {"id":9} -->\n<figure class="wp-block-image"><img src="https://a.example/i.png" alt=""/><figcaption>c</figcaption></figure>\n<!-- /wp:image -->',
    ),
  ).toBe(
    '<p>a\nb</p><pre><code class="language-js">x</code></pre><figure><img src="https://a.example/i.png"><figcaption>c</figcaption></figure>',
  )
})

test("footnotes of WordPress's block editor are read from a field of the post", async () => {
  const content =
    '<!-- wp:paragraph --><p>a<sup data-fn="f1" class="fn"><a href="#f1" id="f1-link">1</a></sup></p><!-- /wp:paragraph --><!-- wp:footnotes /-->'
  const notes =
    '<wp:postmeta><wp:meta_key>footnotes</wp:meta_key><wp:meta_value><![CDATA[[{"content":"n","id":"f1"}]]]></wp:meta_value></wp:postmeta>'
  const { items } = await readAll(fileOf(wxrItem({ id: 1, content, more: notes })))
  expect(items[0]?.body).toBe(
    '<p>a<sup data-note="1">1</sup></p><ol data-type="footnotes"><li>n</li></ol>',
  )
})

test.each([
  [
    '[caption id="x" width="300"]<a href="https://a.example/i.jpg"><img src="https://a.example/i.jpg"></a> cap <a href="https://b.example/">b</a>[/caption]',
    '<figure><img src="https://a.example/i.jpg"><figcaption>cap <a href="https://b.example/">b</a></figcaption></figure>',
  ],
  [
    '[caption caption="cap"]<img src="https://a.example/i.jpg">[/caption]',
    '<figure><img src="https://a.example/i.jpg"><figcaption>cap</figcaption></figure>',
  ],
  [
    '[embed]https://a.example/v[/embed]',
    '<p><a href="https://a.example/v">https://a.example/v</a></p>',
  ],
  [
    '[youtube=https://www.youtube.com/watch?v=abc]',
    '<p><a href="https://www.youtube.com/watch?v=abc">https://www.youtube.com/watch?v=abc</a></p>',
  ],
  [
    '[audio mp3="https://a.example/b.mp3"][/audio]',
    '<p><a href="https://a.example/b.mp3">https://a.example/b.mp3</a></p>',
  ],
  [
    '[sourcecode language="css"]\na &gt; b [x] {}\n\n[/sourcecode]',
    '<pre><code class="language-css">a &gt; b [x] {}</code></pre>',
  ],
  [
    '[php]<?php echo 1; ?>[/php]',
    '<pre><code class="language-php">&lt;?php echo 1; ?&gt;</code></pre>',
  ],
  [
    'a[footnote]note[/footnote] b',
    '<p>a<sup data-note="1">1</sup> b</p><ol data-type="footnotes"><li>note</li></ol>',
  ],
  ['[vc_row][vc_column width="1/2"]a[/vc_column][/vc_row]', '<p>a</p>'],
  ['[[gallery]] and [sic] and a[i] and [1]', '<p>[gallery] and [sic] and a[i] and [1]</p>'],
  ['<code>[gallery]</code>', '<p><code>[gallery]</code></p>'],
  ['[gallery ids="9,8"]', '<img src="https://old.example/wp-content/uploads/2019/a.jpg">'],
  ['[gallery]', '<img src="https://old.example/wp-content/uploads/2019/a.jpg">'],
])('the WordPress shortcode is converted or removed: %s', async (content, expected) => {
  expect(await bodyOf(content, ATTACHMENT)).toBe(expected)
})

test('removed WordPress shortcodes are counted', async () => {
  const { items } = await readAll(
    fileOf(
      wxrItem({ id: 1, content: 'a [contact-form-7 id="1"] [foo bar="1"]b[/foo] [foo bar="2"]' }),
      ATTACHMENT,
    ),
  )
  expect(items[0]?.losses).toEqual([
    { kind: 'form', count: 1, detail: 'contact-form-7' },
    { kind: 'shortcode', count: 2, detail: 'foo' },
  ])
})

test('approved WordPress comments are read in order, and circles of replies are broken', async () => {
  const comment = (id: number, parent: number, approved = '1', type = 'comment') =>
    `<wp:comment><wp:comment_id>${id}</wp:comment_id><wp:comment_author>C${id}</wp:comment_author><wp:comment_author_email>c${id}@old.example</wp:comment_author_email><wp:comment_date_gmt>2020-01-0${id} 00:00:00</wp:comment_date_gmt><wp:comment_content><![CDATA[a <b>b</b>\nc]]></wp:comment_content><wp:comment_approved>${approved}</wp:comment_approved><wp:comment_type>${type}</wp:comment_type><wp:comment_parent>${parent}</wp:comment_parent></wp:comment>`
  const inCircles = [comment(3, 1), comment(1, 2), comment(2, 1), comment(4, 4)]
  const leftOut = [comment(5, 0, '0'), comment(6, 0, 'spam'), comment(7, 0, '1', 'pingback')]
  const more = [...inCircles, ...leftOut].join('')
  const { items } = await readAll(fileOf(wxrItem({ id: 1, guid: 'g', more })))
  expect(
    items[0]?.comments.map(({ key, body, replyTo, author }) => [key, body, replyTo, author?.email]),
  ).toEqual([
    ['g#comment-1', 'a b\nc', null, 'c1@old.example'],
    ['g#comment-2', 'a b\nc', 'g#comment-1', 'c2@old.example'],
    ['g#comment-3', 'a b\nc', 'g#comment-1', 'c3@old.example'],
    ['g#comment-4', 'a b\nc', null, 'c4@old.example'],
  ])
})
