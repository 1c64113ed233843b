import fc from 'fast-check'
import { expect, test } from 'vitest'
import { storedForm, withoutEmptyEnd } from '#client/editor/footnotes.ts'
import { sanitiseHtml } from '#kernel/html/sanitise.ts'
import { isLong, LONG } from '#test/long.ts'
import { newcomer, WritePage } from './support/writing.ts'

interface JSONContent {
  type: string
  attrs?: object
  content?: object[]
}

const WORD = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      'word',
      'Joule',
      '好的',
      '段落。',
      '😀',
      '3.',
      '42',
      'e.g.',
      'a_b',
      'https://a.example/b_c',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.string({
      minLength: 1,
      maxLength: 6,
      unit: fc.constantFrom(...'ab1*_`~$[]()<>&\\#|!-+=.:{}%"\'^'),
    }),
  },
)
const TEXT = fc.array(WORD, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '))
const MARK = fc.constantFrom(
  ...['bold', 'italic', 'strike', 'code', 'underline', 'sub', 'sup', 'mark', 'kbd'].map((type) => ({
    type,
  })),
  { type: 'link', attrs: { href: 'https://a.example/?b=c&d' } },
)
const TEX = fc.constantFrom('x^2', 'a|b', '\\frac{a}{b}', 'a < b', '\\text{$y$}', 'x \\\\ y', '*a*')
const NOTES = [
  '<p>A note.</p>',
  '<p>With [^1] and <strong>weight</strong></p><ul><li><p>in a list</p></li></ul>',
  '<pre><code>code\n\n  of a note</code></pre><p><u>u</u></p>',
  '<blockquote><table><tbody><tr><td colspan="2"><p>merged</p></td></tr></tbody></table></blockquote>',
]
const INLINE = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('text'),
      text: TEXT,
      marks: fc.uniqueArray(MARK, { maxLength: 2 }),
    }),
  },
  { weight: 1, arbitrary: TEX.map((tex) => ({ type: 'formula', attrs: { tex } })) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(...NOTES)
      .map((html): JSONContent => ({ type: 'footnote', attrs: { html } })),
  },
  { weight: 1, arbitrary: fc.constant({ type: 'hardBreak' }) },
)
const line = (type: string, attrs = {}) =>
  fc
    .array(INLINE, { minLength: 1, maxLength: 4 })
    .map((content): JSONContent => ({ type, attrs, content }))
const LEAVES = [
  line('paragraph'),
  fc.constantFrom(2, 3, 4).chain((level) => line('heading', { level })),
  fc.record({
    type: fc.constant('codeBlock'),
    attrs: fc.record({ language: fc.constantFrom(null, 'ts', 'c++') }),
    content: fc
      .array(fc.constantFrom('a = 1', '', '  indented', '```', '<b>&amp;', '$x$', '- no list'), {
        minLength: 1,
        maxLength: 5,
      })
      .map((lines) => [{ type: 'text', text: `x${lines.join('\n')}` }]),
  }),
  fc.constant({ type: 'horizontalRule' }),
  fc.constant({
    type: 'image',
    attrs: { src: '/images/a.png', alt: 'a [b] *c*', width: '10', height: '20' },
  }),
  fc.constant({ type: 'image', attrs: { src: 'https://a.example/b.png', alt: '' } }),
  TEX.map((tex) => ({ type: 'formulaBlock', attrs: { tex } })),
  fc.constantFrom('', 'A film', 'a [b] *c* "d" & <e>').map((title) => ({
    type: 'embed',
    attrs: { href: 'https://youtu.be/dQw4w9WgXcQ', title },
  })),
  fc
    .tuple(
      fc.integer({ min: 1, max: 3 }),
      fc.array(line('figcaption'), { maxLength: 1 }),
      fc.constantFrom(null, 'wide'),
    )
    .map(([images, caption, width]) => ({
      type: 'figure',
      attrs: { class: width },
      content: [
        ...Array.from({ length: images }, () => ({
          type: 'image',
          attrs: { src: '/images/a.png' },
        })),
        ...caption,
      ],
    })),
]
const { block } = fc.letrec<{ block: JSONContent }>((tie) => {
  const blocks = fc.array(tie('block'), { minLength: 1, maxLength: 3 })
  const item = (type: string, attrs = {}) =>
    fc
      .tuple(line('paragraph'), fc.array(tie('block'), { maxLength: 1 }))
      .map(([first, rest]) => ({ type, attrs, content: [first, ...rest] }))
  const list = (type: string, of: fc.Arbitrary<JSONContent>, attrs = {}) =>
    fc.array(of, { minLength: 1, maxLength: 3 }).map((content) => ({ type, attrs, content }))
  const cell = fc.array(line('paragraph'), { minLength: 1, maxLength: 2 })
  const row = (type: string) =>
    fc
      .tuple(cell, cell)
      .map((cells) => ({ type: 'tableRow', content: cells.map((content) => ({ type, content })) }))
  return {
    block: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      ...LEAVES,
      blocks.map((content) => ({ type: 'blockquote', content })),
      fc
        .tuple(blocks, fc.constantFrom('note', 'warning'))
        .map(([content, kind]) => ({ type: 'callout', attrs: { kind }, content })),
      list('bulletList', item('listItem')),
      list('orderedList', item('listItem'), { start: 3 }),
      list('taskList', item('taskItem', { checked: true })),
      fc
        .tuple(line('summary'), blocks)
        .map(([summary, content]) => ({ type: 'details', content: [summary, ...content] })),
      fc.tuple(row('tableHeader'), row('tableCell')).map((content) => ({ type: 'table', content })),
    ),
  }
})
const DOCUMENT = fc.array(block, { minLength: 1, maxLength: 4 })
const BATCH = 50

/** The parts of the editor that run in the page. */
interface PageEditor {
  commands: { setContent(content: unknown): void }
  getHTML(): string
  storage: { markdownPaste: { load(): Promise<MarkdownModule> } }
}
interface MarkdownModule {
  markdownFrom(editor: PageEditor): string
  nodesFrom(markdown: string, editor: PageEditor): { content: { toJSON(): unknown } } | null
}

test(
  'random documents are unchanged after a conversion from the editor to HTML or to Markdown and back',
  LONG,
  async () => {
    const { context } = await newcomer()
    const { page } = await WritePage.open(context)
    const documents = fc.sample(DOCUMENT, { numRuns: isLong ? 10_000 : 100, seed: 53 })
    for (let at = 0; at < documents.length; at += BATCH) {
      const batch = documents.slice(at, at + BATCH)
      const written = await page.evaluate(async (contents) => {
        const { editor } = document.querySelector('.ProseMirror') as unknown as {
          editor: PageEditor
        }
        const { markdownFrom, nodesFrom } = await editor.storage.markdownPaste.load()
        return contents.map((content) => {
          editor.commands.setContent({ type: 'doc', content })
          // What the editor makes of it: adjacent texts are joined, and code has no other marks.
          editor.commands.setContent(editor.getHTML())
          const [html, markdown] = [editor.getHTML(), markdownFrom(editor)]
          editor.commands.setContent(nodesFrom(markdown, editor)?.content.toJSON())
          return { html, markdown, again: editor.getHTML() }
        })
      }, batch)
      const stored = written.map(({ html }) => storedBody(html))
      const fromMarkdown = written.filter(({ again }, index) => storedBody(again) !== stored[index])
      expect(fromMarkdown).toEqual([])
      const read = await page.evaluate((bodies) => {
        const { editor } = document.querySelector('.ProseMirror') as unknown as {
          editor: PageEditor
        }
        return bodies.map((body) => {
          editor.commands.setContent(body)
          return editor.getHTML()
        })
      }, stored)
      expect(read.map(storedBody)).toEqual(stored)
    }
  },
)

const storedBody = (html: string) => sanitiseHtml(storedForm(withoutEmptyEnd(html)))
