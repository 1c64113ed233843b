import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runHere } from '#compute/jobs.ts'
import { markdownOfPost } from '#features/publishing/markdown/markdown.ts'
import type { FullRow } from '#features/publishing/posts/post.ts'
import { escapeText } from '#kernel/html/entities.ts'
import { sanitiseHtml } from '#kernel/html/sanitise.ts'
import { readAll } from './read.ts'

const ORIGIN = 'https://joule.example'

/**
 * Texts with characters that have a meaning in Markdown, YAML or HTML. Without backticks, and in
 * code without backslashes: marked reads no emphasis between two such code spans. Without
 * shortcodes, which the import runs.
 */
const WORD = fc.constantFrom(
  ...'word 好。 「的」 * ** _a_ ~ # 1. - + > | \\ [a] (b) <c> & &amp; ! : --- === https://a.example/x_y $1 é 😀'.split(
    ' ',
  ),
)
const TEXT = fc
  .array(WORD, { minLength: 1, maxLength: 5 })
  .map((words) => escapeText(words.join(' ')))

const marked = (content: fc.Arbitrary<string>) =>
  fc.oneof(
    { weight: 4, arbitrary: content },
    {
      weight: 3,
      arbitrary: fc
        .tuple(fc.constantFrom('strong', 'em', 'del', 'mark', 'kbd', 'sub', 'sup'), content)
        .map(([name, text]) => `<${name}>${text}</${name}>`),
    },
    { weight: 1, arbitrary: TEXT.map((text) => `<code>${text.replaceAll('\\', '/')}</code>`) },
    {
      weight: 1,
      arbitrary: content.map((text) => `<a href="https://a.example/?a=1&amp;b=(2)">${text}</a>`),
    },
  )
const INLINE = fc.array(marked(TEXT), { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''))
const PARAGRAPH = fc
  .array(INLINE, { minLength: 1, maxLength: 2 })
  .map((lines) => `<p>${lines.join('<br>')}</p>`)
const HEADING = fc
  .tuple(fc.constantFrom(2, 3, 4), INLINE)
  .map(([level, text]) => `<h${level}>${text}</h${level}>`)
const CODE = fc
  .tuple(
    fc.constantFrom('', ' class="language-ts"'),
    fc.array(TEXT, { minLength: 1, maxLength: 3 }),
  )
  .map(([language, lines]) => `<pre><code${language}>${lines.join('\n\n  ')}</code></pre>`)
const TABLE = fc
  .tuple(fc.integer({ min: 1, max: 3 }), fc.array(INLINE, { minLength: 2, maxLength: 6 }))
  .map(([width, texts]) => {
    const row = (name: string, from: number) =>
      `<tr>${Array.from({ length: width }, (_, n) => `<${name}>${texts[(from + n) % texts.length]}</${name}>`).join('')}</tr>`
    return `<table><thead>${row('th', 0)}</thead><tbody>${row('td', 1)}${row('td', 2)}</tbody></table>`
  })
const IMAGE = TEXT.map(
  (alt) => `<img src="https://i.example/a.png" alt="${alt.replaceAll('"', '')}">`,
)

const BLOCKS = fc.letrec<{ blocks: string; block: string }>((tie) => ({
  blocks: fc.array(tie('block'), { minLength: 1, maxLength: 4 }).map((blocks) => blocks.join('')),
  block: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    PARAGRAPH,
    HEADING,
    CODE,
    TABLE,
    IMAGE,
    fc.constant('<hr>'),
    tie('blocks').map((blocks) => `<blockquote>${blocks}</blockquote>`),
    fc
      .tuple(fc.constantFrom('ul', 'ol'), fc.array(PARAGRAPH, { minLength: 1, maxLength: 3 }))
      .map(
        ([name, items]) => `<${name}>${items.map((item) => `<li>${item}</li>`).join('')}</${name}>`,
      ),
  ),
})).blocks

const POST = fc.record({
  body: BLOCKS,
  title: fc.array(WORD, { minLength: 1, maxLength: 4 }).map((words) => words.join(' ')),
  summary: fc.option(fc.constantFrom('A "summary": yes', '# 概要')),
  tags: fc.uniqueArray(fc.constantFrom('C/C++', 'node.js', '中文', 'no', '1'), { maxLength: 3 }),
  cover: fc.option(fc.constant('/images/a.png')),
})

/**
 * The import writes items of a list without a paragraph if the list is in a quote. Both look the
 * same.
 */
const comparable = (body: string) =>
  sanitiseHtml(body).replaceAll('<li><p>', '<li>').replaceAll('</p></li>', '</li>')

const AT = '2026-11-18T08:00:00.000Z'

test('a post that is exported as Markdown and imported again is unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(POST, async ({ body, title, summary, tags, cover }) => {
      // A post without a visible character is refused.
      const stored = sanitiseHtml(`${body}<p>End.</p>`)
      const row = {
        id: 5,
        title,
        body: stored,
        summary: summary ?? 'word',
        summary_is_own: summary === null ? 0 : 1,
        cover_url: cover,
        tags: JSON.stringify(tags.map((tag) => [tag, tag])),
        canonical_url: null,
        published_at: AT,
        edited_at: AT,
        created_at: AT,
        author_id: 1,
        author_username: 'ada',
        author_status: 'active',
        series: null,
      } as unknown as FullRow
      const file = await markdownOfPost({ run: runHere }, row, { origin: ORIGIN, language: 'en' })
      const [item] = (await readAll([new File([file], '5.md')])).items
      expect(item && { ...item, body: comparable(item.body) }, file).toMatchObject({
        title,
        body: comparable(stored),
        tags,
        summary,
        publishedAt: AT,
        updatedAt: AT,
        url: `${ORIGIN}/posts/5`,
        coverUrl: cover && ORIGIN + cover,
      })
    }),
    { numRuns: 300, seed: 52 },
  )
})
