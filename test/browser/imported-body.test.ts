import { expect, test } from 'vitest'
import { cleaned } from '#import/html/clean.ts'
import { call } from './support/browser.ts'
import { newcomer, type Post, stored, WritePage } from './support/writing.ts'

const FOREIGN = [
  '<h1>First</h1><h3>Third</h3><p>text <b>bold</b> <i>em</i> <s>s</s> <sub>1</sub><sup>2</sup> <mark>m</mark> <kbd>K</kbd> <code>c</code> <a href="https://a.example/">link</a><br>next line</p>',
  '<ul><li>one<ul><li>two</li></ul></li></ul><ol start="3"><li>three</li></ol>',
  '<ul><li><input type="checkbox" checked> done</li><li><input type="checkbox"> open</li></ul>',
  '<dl><dt>term</dt><dd>meaning</dd></dl>',
  '<blockquote>quote<cite>source</cite></blockquote>',
  '<div class="language-js highlighter-rouge"><pre class="highlight"><code>a &lt; b\n  c</code></pre></div>',
  '<figure><img src="https://a.example/1.png" alt="alt" width="30" height="20"><figcaption>cap <em>tion</em></figcaption></figure>',
  '<p>before <img src="https://a.example/2.png"> after</p>',
  '<table><caption>caption</caption><thead><tr><th>a</th><th>b</th></tr></thead><tr><td colspan="2">c</td></tr></table>',
  '<details><summary>more</summary>inside</details>',
  '<iframe src="https://www.youtube.com/embed/abc"></iframe><hr>',
  '<p>noted<sup><a href="#fn1">1</a></sup></p><section class="footnotes"><ol><li id="fn1"><p>note <a href="#r1">↩</a></p></li></ol></section>',
].join('\n')

test('the editor keeps everything in the body of an imported post', async () => {
  const { context, person } = await newcomer()
  const { body } = cleaned(FOREIGN)
  const post = (await call(person, 'POST', '/api/studio/posts', { title: 'Imported', body, draft: true })) as Post
  const tab = await WritePage.open(context, `/studio/write?id=${post.id}`)
  await tab.write('the end')
  await tab.state('saved')
  await expect
    .poll(async () => inOneForm((await stored(person, post.id)).body))
    .toBe(inOneForm(`${body}<p>the end</p>`))
})

/** The editor writes paragraphs in items and cells, one `tbody`, and the default attributes of tasks and images. */
function inOneForm(html: string): string {
  return html
    .replace(/<(li|td|th)([^>]*)><p>((?:(?!<p>).)*?)<\/p>/g, '<$1$2>$3')
    .replace(/<\/?(?:thead|tbody)>/g, '')
    .replace(/ data-type="taskItem"| (?:colspan|rowspan)="1"/g, '')
}
