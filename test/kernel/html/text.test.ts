import { expect, test } from 'vitest'
import { readingMinutes, summaryOf, textOf } from '#kernel/html/plain.ts'

test('the text of a body has a line for each block and decodes entities', () => {
  expect(
    textOf('<h2>Title</h2><p>One &amp; two<br>three &lt;b&gt;</p><ul><li>a</li><li>b</li></ul>'),
  ).toBe('Title\nOne & two\nthree <b>\na\nb')
})

test('the text of a body keeps words together across formatting and apart across cells', () => {
  expect(textOf('<p>wo<b>rd</b> <i>x</i></p><table><tr><td>a</td><td>b</td></tr></table>')).toBe(
    'word x\na b',
  )
})

test('the text of a body omits scripts and styles', () => {
  expect(textOf('a<script>x</script><style>y</style>b')).toBe('ab')
})

test('a summary is the whole text if the text is short', () => {
  expect(summaryOf('<p>Hello</p><p>world</p>')).toBe('Hello world')
})

test('a summary omits headings, tables and code unless there is nothing else', () => {
  const table = '<table><tr><td>a</td><td><table></table>b</td></tr></table>'
  expect(
    summaryOf(
      `<h2>Title</h2><p>Said <b>once</b></p><pre><code>x = 1</code></pre>${table}<p>again</p>`,
    ),
  ).toBe('Said once again')
  expect(summaryOf('<h2>Title</h2><pre><code>x = 1</code></pre>')).toBe('Title x = 1')
})

test('a summary is cut between words, at 300 characters at most', () => {
  const summary = summaryOf(`<p>${'word '.repeat(200)}</p>`)
  expect(summary).toMatch(/^(word )+word…$/)
  expect(summary.length).toBeLessThanOrEqual(300)
})

test('a summary of a long text ends after a whole sentence', () => {
  const english = `${'One word. '.repeat(20)}${'and more words '.repeat(20)}`
  expect(summaryOf(`<p>${english}</p>`)).toBe('One word. '.repeat(20).trim())
  const chinese = `${'一句话。'.repeat(40)}${'没有句号'.repeat(80)}`
  expect(summaryOf(`<p>${chinese}</p>`)).toBe('一句话。'.repeat(40))
  // A sentence that is too near the beginning would leave almost nothing.
  expect(summaryOf(`<p>Well. ${'word '.repeat(200)}</p>`)).toMatch(/^Well\. (word )+word…$/)
  // A full stop inside a number ends nothing.
  expect(summaryOf(`<p>${'version 1.5 '.repeat(50)}</p>`)).toMatch(/…$/)
})

test('a summary has no TeX, task lists or addresses', () => {
  const formula = (tex: string) => `<span data-tex="${tex}">${tex}</span>`
  expect(
    summaryOf(
      `<p>Let ${formula('n + 1')} be ${formula('\\frac{a}{b}')} at https://a.example/b?c, then</p>` +
        '<ul data-type="taskList"><li data-checked="true"><p>Buy milk</p></li></ul>' +
        '<p><a href="https://youtu.be/x">https://youtu.be/x</a></p><p>go on.</p>',
    ),
  ).toBe('Let n + 1 be … at then go on.')
  expect(summaryOf('<p>https://a.example/</p>')).toBe('https://a.example/')
})

test('a summary in Chinese is cut between any two characters', () => {
  expect(summaryOf(`<p>${'字'.repeat(400)}</p>`)).toBe(`${'字'.repeat(299)}…`)
  expect(summaryOf(`<p>${'😀'.repeat(400)}</p>`).isWellFormed()).toBe(true)
})

test('the reading time is at least one minute', () => {
  expect(readingMinutes('')).toBe(1)
})

test('the reading time counts Chinese by characters and English by words', () => {
  expect(readingMinutes(`<p>${'字'.repeat(2_000)}</p>`)).toBe(5)
  expect(readingMinutes(`<p>${'word '.repeat(1_100)}</p>`)).toBe(5)
  expect(readingMinutes(`<p>${'字'.repeat(800)}${' word'.repeat(440)}</p>`)).toBe(4)
})
