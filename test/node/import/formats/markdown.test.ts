import { expect, test } from 'vitest'
import { cleaned } from '#import/html/clean.ts'
import { htmlOfMarkdown } from '#import/markdown/html.ts'
import { withoutShortcodes } from '#import/markdown/shortcodes.ts'
import { sanitiseHtml } from '#kernel/html/sanitise.ts'
import { RAW_BODY_MAX } from '#kernel/post-limits.ts'
import { isLong, LONG } from '#test/long.ts'
import { growsTooFast } from '../../kernel/growth.ts'
import { readAll } from './read.ts'

/** The body that the site stores. */
const bodyOf = (markdown: string) => sanitiseHtml(cleaned(htmlOfMarkdown(markdown)).body)

test('Markdown tables, task lists, code with its language and crossed-out text are converted', () => {
  expect(bodyOf('|a|b|\n|-|-|\n|c|d|')).toContain('<td>c</td><td>d</td>')
  expect(bodyOf('- [x] a\n- [ ] b')).toBe(
    '<ul data-type="taskList"><li data-type="taskItem" data-checked="true"><p>a</p></li>' +
      '<li data-type="taskItem" data-checked="false"><p>b</p></li></ul>',
  )
  expect(bodyOf('```ts\nlet a = 1 < 2\n```')).toBe(
    '<pre><code class="language-ts">let a = 1 &lt; 2</code></pre>',
  )
  expect(bodyOf('~~a~~')).toBe('<p><del>a</del></p>')
})

test('an image with a title becomes a figure with a caption; alternative texts are kept', () => {
  const image = '<img src="https://a.example/a.png" alt="A" loading="lazy">'
  expect(bodyOf('![A](https://a.example/a.png "The *caption*")')).toBe(
    `<figure>${image}<figcaption>The *caption*</figcaption></figure>`,
  )
  expect(bodyOf('![A](https://a.example/a.png)')).toBe(image)
})

test.each([
  [
    '> [!NOTE]\n> a *b*\n>\n> c',
    '<blockquote data-type="note"><p>a <em>b</em></p><p>c</p></blockquote>',
  ],
  ['> [!caution]  \n>\n> - a', '<blockquote data-type="warning"><ul><li>a</li></ul></blockquote>'],
  ['> [!TIP] a', '<blockquote><p>[!TIP] a</p></blockquote>'],
  ['> [!OTHER]\n> a', '<blockquote><p>[!OTHER]\na</p></blockquote>'],
])('an alert of GitHub becomes a callout: %j', (markdown, body) => {
  expect(bodyOf(markdown)).toBe(body)
})

test('footnotes become numbers in the order of use, and a list at the end', () => {
  const body = bodyOf(
    'One[^b] two[^a] three[^b].\n\n[^a]: First *note*\n[^b]: Second\n\n    with a paragraph\n\nEnd[^c]',
  )
  expect(body).toBe(
    '<p>One<sup data-note="1">1</sup> two<sup data-note="2">2</sup> three<sup data-note="1">1</sup>.</p><p>End[^c]</p>' +
      '<ol data-type="footnotes"><li><p>Second</p><p>with a paragraph</p></li><li>First <em>note</em></li></ol>',
  )
  // The counters of one text do not continue in the next.
  expect(bodyOf('a[^1]\n\n[^1]: b')).toContain('<sup data-note="1">1</sup>')
})

test('an inline image of several hundred kilobytes is kept', () => {
  const image = `data:image/png;base64,${'iVBORw0KGgo'.repeat(50_000)}`
  expect(htmlOfMarkdown(`a ![x](${image}) b`)).toContain(`src="${image}"`)
  expect(cleaned(htmlOfMarkdown(`![x][1]\n\n[1]: <${image}>`)).images).toEqual([
    { source: image, file: null },
  ])
})

test.each([
  ['{{< figure src="/a.png" alt="A" caption="B \\"c\\"" >}}', '![A](</a.png> "B \\"c\\"")', null],
  [
    '{{< youtube w7Ft2ymGmfc >}}',
    '[https://www.youtube.com/watch?v=w7Ft2ymGmfc](<https://www.youtube.com/watch?v=w7Ft2ymGmfc>)',
    'embed',
  ],
  [
    '{% embed https://github.com/a/b %}',
    '[https://github.com/a/b](<https://github.com/a/b>)',
    'embed',
  ],
  ['{{< highlight go >}}\nx := 1\n{{< /highlight >}}', '```go\nx := 1\n```', null],
  ['{% highlight ruby linenos %}\nputs 1\n{% endhighlight %}', '```ruby\nputs 1\n```', null],
  ['{% raw %}{{ a }}{% endraw %}', '{{ a }}', null],
  ['`{% raw %}{{ a }}{% endraw %}`', '`{{ a }}`', null],
  ['```\n{{< a >}}\n```', '```\n{{< a >}}\n```', null],
  ['[a]({{< ref "b.md" >}})', '[a]()', 'shortcode'],
  ['{{< notice >}}text{{< /notice >}}', 'text', 'shortcode'],
  ['![a]({{ site.baseurl }}/a.png)', '![a](/a.png)', null],
  ['{{ user.name }}', '{{ user.name }}', null],
  ['{% cta https://a.example %} Go {% endcta %}', '[Go](<https://a.example>)', null],
  [
    '[[Page|text]] ![[a b.png]] [[1]](https://a.example)',
    'text ![](<a%20b.png>) [[1]](https://a.example)',
    null,
  ],
  ['# A {#a}\n{: .class}', '# A', null],
])('the Markdown shortcode %j becomes %j', (source, expected, loss) => {
  const { text, losses } = withoutShortcodes(source)
  expect(text.trim()).toBe(expected)
  expect(losses.map(({ kind }) => kind)).toEqual(loss === null ? [] : [loss])
})

/** The nesting of these marks once overflowed the stack. */
const NESTED = [
  '>',
  '- ',
  '1. ',
  '[^a]: ',
  '[^a]: > ',
  '> [^a]: ',
  '- [ ] > ',
  '> 1. [^b]: - ',
  '<div>',
  '| > ',
  '    - ',
]

/** The longest text of each of these pieces once took more than 10 s. */
const PIECES = [
  '*a ',
  '_a_',
  '**a *b ',
  '~~a ',
  '> a\nb\n',
  'a.',
  '\\',
  '[a](',
  '[a](<b',
  '__a__b',
  '`a ',
  '{%',
  '{% highlight %}',
  '![',
  '*_',
  '**_',
  '~~*',
  '[*',
  '<b>',
]

const repeated = (piece: string, length: number) => piece.repeat(length / piece.length)

function expectConverted(piece: string, length: number): void {
  const { text } = withoutShortcodes(repeated(piece, length))
  expect(htmlOfMarkdown(`${text}\n\nend`)).toContain('end')
}

test.each(PIECES)('a long Markdown text that repeats %j is converted', LONG, (piece) =>
  expectConverted(piece, isLong ? RAW_BODY_MAX : 1_000),
)

test.each(NESTED)('thousands of nested %j in Markdown do not overflow the stack', LONG, (piece) =>
  expectConverted(piece, isLong ? RAW_BODY_MAX : 100_000),
)

test('thousands of nested marks with their ends do not overflow the stack', LONG, () => {
  const levels = isLong ? 4_000 : 1_000
  for (const [start, end] of [
    ['*_', '_*'],
    ['**_', '_**'],
    ['![', '](a)'],
    ['[', '](a)'],
    ['~~*', '*~~'],
    ['<b>', '</b>'],
  ] as const) {
    const text = `${start.repeat(levels)}a${end.repeat(levels)}\n\nend`
    expect(cleaned(htmlOfMarkdown(text)).body, start).toContain('end')
  }
  const steps = Array.from({ length: 600 }, (_, depth) => `${'  '.repeat(depth)}- a`).join('\n')
  expect(cleaned(htmlOfMarkdown(`${steps}\n\nend`)).body).toContain('end')
})

test('front matter with thousands of nested lists is harmless', async () => {
  const lists = (depth: number) => `${'['.repeat(depth)}"a"${']'.repeat(depth)}`
  const names = (depth: number) => `${'{"name":'.repeat(depth)}"a"${'}'.repeat(depth)}`
  for (const value of [lists(7_000), names(1_500)]) {
    const json = `---json\n{"title":"T","tags":${value},"cover":${value}}\n---\nbody`
    const toml = `+++\ntitle = "T"\ntags = ${lists(900)}\ncover = ${lists(900)}\n+++\nbody`
    for (const text of [json, toml]) {
      const { items } = await readAll([new File([text], 'a.md')])
      expect(items.map(({ title, tags }) => [title, tags])).toEqual([['T', []]])
    }
  }
})

test('hostile Markdown loses its marks but not its words, and takes a limited amount of work', () => {
  const text = htmlOfMarkdown(`${repeated('*a ', 6_000)}\n\nThe *end*`)
  // Not `<em>end</em>`: the work for this text is used up.
  expect(text).toContain('The *end*')
})

test('a Markdown quote with many lines that lack its mark is split, because each such line repeats the work for the whole quote', () => {
  expect(htmlOfMarkdown('> a\nb\n'.repeat(100)).match(/<blockquote>/g)).toHaveLength(1)
  expect(htmlOfMarkdown('> a\nb\n'.repeat(300)).match(/<blockquote>/g)?.length).toBeGreaterThan(1)
})

test('Markdown text without marks, with backslashes or with shortcodes takes linear time', () => {
  const families = ['a.', '\\', '{%', '{% highlight %}', 'a ', 'b\n', 'c, ', '1 '].map((piece) => ({
    name: piece,
    of: (size: number) => piece.repeat(size),
  }))
  const convert = (source: string) => htmlOfMarkdown(withoutShortcodes(source).text)
  expect(growsTooFast(convert, families, 500)).toEqual([])
})

test('a wide Markdown table with thousands of short rows is not filled with empty cells', () => {
  const table = (columns: number, row: string, rows: number) =>
    `|${'a|'.repeat(columns)}\n|${'-|'.repeat(columns)}\n${row.repeat(rows)}`
  const short = table(1_000, 'x\n', 1_000)
  expect(htmlOfMarkdown(short).length).toBeLessThan(2 * short.length)
  const full = table(20, `|${'c|'.repeat(20)}\n`, 1_000)
  expect(htmlOfMarkdown(full).match(/<td>/g)).toHaveLength(20 * 1_000)
})
