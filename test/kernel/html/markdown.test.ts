import { Marked } from 'marked'
import { expect, test } from 'vitest'
import { markdownOf } from '#kernel/html/markdown.ts'
import { sanitiseHtml } from '#kernel/html/sanitise.ts'

test.each([
  ['1. not a list', '1\\. not a list'],
  ['2026) nor this', '2026\\) nor this'],
  ['1.5 litres', '1.5 litres'],
  ['- no item', '\\- no item'],
  ['above<br>===', 'above\\\n\\==='],
  ['above<br>---', 'above\\\n\\---'],
  ['above<br>', 'above'],
  ['&amp;lt; is a sign', '&amp;lt; is a sign'],
  ['# *not* _this_', '\\# \\*not\\* \\_this\\_'],
  ['{{% notice %}} {{&lt; ref &gt;}}', '{{\\% notice %}} {{\\< ref \\>}}'],
  ['\u3000\u3000段落\u00a0x', '\u3000\u3000段落\u00a0x'],
])('a paragraph of %j stays a paragraph in Markdown', (text, markdown) => {
  expect(markdownOf(`<p>${text}</p>`)).toBe(`${markdown}\n`)
})

test('quotes and lists below the sixth level stay HTML, so that prefixes do not multiply the text', () => {
  const nested = (levels: number) =>
    `${'<blockquote>'.repeat(levels)}<p>a</p>${'</blockquote>'.repeat(levels)}`
  expect(markdownOf(nested(6))).toBe(`${'> '.repeat(6)}a\n`)
  expect(markdownOf(nested(8))).toBe(`${'> '.repeat(6)}${nested(2)}\n`)
})

test.each([
  [
    'a table',
    '<table><tbody><tr><th><p>a | b</p></th><th>c</th></tr><tr><td><p>one</p><p>two</p></td><td><code>x\\|y</code></td></tr></tbody></table>',
    '| a \\| b | c |\n| --- | --- |\n| one <br> two | `x\\\\|y` |',
  ],
  [
    'a table without a header, with a caption',
    '<table><caption>Sizes</caption><tbody><tr><td>1</td><td>2</td></tr></tbody></table>',
    '|  |  |\n| --- | --- |\n| 1 | 2 |\n\n*Sizes*',
  ],
  [
    'a table with a merged cell',
    '<table><tbody><tr><td colspan="2">1</td></tr></tbody></table>',
    '<table><tbody><tr><td colspan="2">1</td></tr></tbody></table>',
  ],
  [
    'a figure',
    '<figure><img src="/images/a.png" alt="A"><figcaption>By <strong>Ada</strong></figcaption></figure>',
    '![A](</images/a.png>)\n\n*By **Ada***',
  ],
  ['a folded part', '<details><summary>More</summary><p>text</p></details>', '**More**\n\ntext'],
  [
    'a task list',
    '<ul data-type="taskList"><li data-type="taskItem" data-checked="true"><p>done</p></li><li data-type="taskItem" data-checked="false"><p>open</p></li></ul>',
    '- [x] done\n- [ ] open',
  ],
  [
    'a callout',
    '<blockquote data-type="note"><p>a</p><p>b</p></blockquote><blockquote data-type="tip"><ul><li>c</li></ul></blockquote>',
    '> [!NOTE]\n> a\n>\n> b\n\n> [!TIP]\n>\n> - c',
  ],
  [
    'a footnote',
    '<p>a<sup data-note="1">1</sup></p><ol data-type="footnotes"><li><p>b</p><pre><code>c</code></pre></li><li>d</li></ol>',
    'a[^1]\n\n[^1]: b\n\n    ```\n    c\n    ```\n[^2]: d',
  ],
  ['a list that starts at three', '<ol start="3"><li>c</li><li>d</li></ol>', '3. c\n4. d'],
  [
    'code in a list',
    '<ul><li><pre><code>a  \n\n  b</code></pre></li></ul>',
    '- ```\n  a  \n\n    b\n  ```',
  ],
  ['a heading with a line break', '<h2>a<br>b</h2>', '## a b'],
  [
    'a link with a title',
    '<p>Look!<a href="https://a.example/?b&amp;lt;" title="a &quot;b&quot;">c</a></p>',
    'Look\\![c](<https://a.example/?b\\&lt;> "a \\"b\\"")',
  ],
])('%s is written in Markdown', (_, html, markdown) => {
  expect(markdownOf(html)).toBe(`${markdown}\n`)
})

/** Inline formats that a Markdown parser must read back as they were. */
test.each([
  '<strong>好。</strong>的',
  '好<strong>「的」</strong>。',
  'a<strong>bc</strong>d',
  '<em>a</em><em>b</em>',
  '<strong>a</strong><em>b</em>',
  '<em><strong>a</strong></em>',
  '<strong>a <code>b</code></strong>c',
  '<em>see <a href="https://a.example/">a</a></em> b',
  '<del>a.</del>b',
  '<kbd>*</kbd> H<sub>2</sub>O <mark>a_b_c</mark>',
  '<code>`a`</code> <code> b </code> <code>&lt;c&gt;</code>',
])('the text %j is unchanged after it was written and parsed as Markdown', (html) => {
  const read = new Marked().parse(markdownOf(`<p>${html}</p>`)) as string
  expect(sanitiseHtml(read).trim()).toBe(sanitiseHtml(`<p>${html}</p>`))
})

test('a space at the end of an emphasis is written after it in Markdown', () => {
  expect(markdownOf('<p>a<strong> b </strong>c</p>')).toBe('a **b** c\n')
})

test('a Markdown table with one long row does not pad the other rows', () => {
  const [row, rows] = ['<td>a</td>'.repeat(5_000), '<tr><td>a</td></tr>'.repeat(5_000)]
  expect(markdownOf(`<table><tbody><tr>${row}</tr>${rows}</tbody></table>`).length).toBeLessThan(
    200_000,
  )
})
