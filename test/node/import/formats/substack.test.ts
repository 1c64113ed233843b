import { expect, test } from 'vitest'
import { zipOf } from './archives.ts'
import { plainBody, readAll } from './read.ts'

const HEADER =
  'post_id,post_date,is_published,email_sent_at,type,audience,title,subtitle,podcast_url\n'
const archive = (rows: string, posts: Record<string, string>) =>
  readAll([
    zipOf([
      { name: 'posts.csv', content: HEADER + rows },
      ...Object.entries(posts).map(([id, content]) => ({ name: `posts/${id}.html`, content })),
    ]),
  ])

test('posts of Substack keep their fields; only public posts are published', async () => {
  const { format, items, refused } = await archive(
    '11.hello,2019-07-26T20:48:19.814Z,true,,newsletter,everyone,"Hello, you",&#8220;Sub&#8221;,\n' +
      '12.paid,2019-07-26T20:48:19.814Z,true,,newsletter,only_paid,Paid,,\n' +
      '13.draft,,false,,newsletter,everyone,Draft,,\n' +
      '14.audio,2019-07-26T20:48:19.814Z,true,,podcast,everyone,Audio,,https://a.example/b.mp3\n' +
      '15.about,2019-07-26T20:48:19.814Z,true,,page,everyone,About,,\n' +
      '16.gone,2019-07-26T20:48:19.814Z,true,,newsletter,everyone,Gone,,\n',
    Object.fromEntries(
      ['11.hello', '12.paid', '13.draft', '14.audio', '15.about'].map((id) => [id, '<p>a</p>']),
    ),
  )
  expect(format).toBe('substack')
  expect(
    items.map(({ key, title, isPublished, publishedAt, path }) => [
      key,
      title,
      isPublished,
      publishedAt,
      path,
    ]),
  ).toEqual([
    ['substack:11', 'Hello, you', true, '2019-07-26T20:48:19.814Z', '/p/hello'],
    ['substack:12', 'Paid', false, null, '/p/paid'],
    ['substack:13', 'Draft', false, null, '/p/draft'],
    ['substack:14', 'Audio', true, '2019-07-26T20:48:19.814Z', '/p/audio'],
    ['substack:15', 'About', false, null, '/p/about'],
  ])
  expect(items[0]?.summary).toBe('“Sub”')
  expect(items[3]?.losses).toEqual([{ kind: 'audio', count: 1, detail: 'https://a.example/b.mp3' }])
  expect(refused).toEqual([{ key: 'substack:16', title: 'Gone', refused: 'unreadable' }])
})

test('blocks of Substack keep their meaning, and subscribe buttons are removed', async () => {
  const html =
    '<div class="captioned-image-container"><figure><a class="image-link is-viewable-img image2" target="_blank" href="https://substackcdn.com/image/fetch/f_auto/https%3A%2F%2Fa.example%2Fb.png"><div class="image2-inset"><picture><source type="image/webp" srcset="https://substackcdn.com/w_424/b.png 424w"><img src="https://substackcdn.com/w_1456/b.png" width="1456" height="700" data-attrs="{&quot;src&quot;:&quot;https://a.example/b.png&quot;}" class="sizing-normal" alt=""></picture><div class="image-link-expand"><button><svg></svg></button></div></div></a><figcaption class="image-caption">cap</figcaption></figure></div>' +
    '<p>a<a class="footnote-anchor" data-component-name="FootnoteAnchorToDOM" id="footnote-anchor-1" href="#footnote-1">1</a></p>' +
    '<p class="button-wrapper" data-attrs="{&quot;url&quot;:&quot;%%checkout_url%%&quot;,&quot;text&quot;:&quot;Subscribe&quot;}"><a class="button primary" href="%%checkout_url%%"><span>Subscribe</span></a></p>' +
    '<div class="subscription-widget-wrap" data-attrs="{}"><form><input type="email"></form></div>' +
    '<div class="pullquote"><p>b</p></div><pre><code>x\ny</code></pre>' +
    '<div class="tweet" data-attrs="{&quot;url&quot;:&quot;https://twitter.com/a/status/1&quot;,&quot;full_text&quot;:&quot;hi&quot;}"></div>' +
    '<div class="footnote" data-component-name="FootnoteToDOM"><a id="footnote-1" href="#footnote-anchor-1" class="footnote-number">1</a><div class="footnote-content"><p>n</p></div></div>'
  const { items } = await archive('11.a,2019-07-26T20:48:19.814Z,true,,newsletter,everyone,T,,\n', {
    '11.a': html,
  })
  expect(items.map(plainBody)).toEqual([
    '<figure><img src="https://substackcdn.com/w_1456/b.png" width="1456" height="700"><figcaption>cap</figcaption></figure><p>a<sup data-note="1">1</sup></p><blockquote><p>b</p></blockquote><pre><code>x\ny</code></pre><p><a href="https://twitter.com/a/status/1">https://twitter.com/a/status/1</a></p><ol data-type="footnotes"><li>n</li></ol>',
  ])
})

test('embeds of Substack whose content is only in their data are read or counted', async () => {
  const data = (value: unknown) => `data-attrs="${JSON.stringify(value).replaceAll('"', '&quot;')}"`
  const gallery = {
    gallery: {
      images: [{ src: 'https://a.example/1.png' }, { src: 'https://a.example/2.png' }],
      caption: 'cap',
    },
  }
  const html =
    `<div class="image-gallery-embed" ${data(gallery)}></div><div class="latex-rendered" ${data({ persistentExpression: 'x^2' })}></div>` +
    `<p>hi <span class="mention-wrap" ${data({ name: 'Ada' })}></span></p><div class="poll-embed" ${data({ id: 1 })}></div>` +
    '<p class="button-wrapper"><a class="button" href="https://a.example/p/x/comments"><span>Leave a comment</span></a></p>'
  const { items } = await archive('11.a,2019-07-26T20:48:19.814Z,true,,newsletter,everyone,T,,\n', {
    '11.a': html,
  })
  expect(items.map(plainBody)).toEqual([
    '<figure><img src="https://a.example/1.png"><img src="https://a.example/2.png"><figcaption>cap</figcaption></figure><pre><code class="language-latex">x^2</code></pre><p>hi Ada</p>',
  ])
  expect(items[0]?.losses).toEqual([{ kind: 'form', count: 1, detail: 'poll' }])
})
