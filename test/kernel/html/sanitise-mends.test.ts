import { describe, expect, test } from 'vitest'
import { sanitiseHtml } from '#kernel/html/sanitise.ts'

const becomes = (html: string, expected: string) => expect(sanitiseHtml(html)).toBe(expected)
const stays = (html: string) => becomes(html, html)

describe('what is broken is mended', () => {
  test('what opens closes', () => {
    becomes('<p>a<b>b<i>c', '<p>a<b>b<i>c</i></b></p>')
    becomes('<ul><li>a<li>b', '<ul><li>a</li><li>b</li></ul>')
    becomes(
      '<table><tr><td>a<td>b<tr><td>c',
      '<table><tbody><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></tbody></table>',
    )
  })
  test('stray end tags go', () => {
    becomes('</div></p></b>a</td></table>', 'a')
    becomes(
      '<table><tr><td></div></ul>a</td></tr></table></div>b',
      '<table><tbody><tr><td>a</td></tr></tbody></table>b',
    )
  })
  test('crossed formatting is untangled', () => {
    becomes('<b>a<i>b</b>c</i>d', '<b>a<i>b</i></b><i>c</i>d')
    becomes('<b>1<b>2</b>3</b>4', '<b>123</b>4')
  })
  test('formatting around blocks goes into each of them', () => {
    becomes('<b>a<p>b</p>c</b>d', '<b>a</b><p><b>b</b></p><b>c</b>d')
    becomes('<p><b>a<p>b</b>c', '<p><b>a</b></p><p><b>b</b>c</p>')
  })
  test('formatting that is opened in a cell ends with it', () => {
    becomes('<table><tr><td><b>a<td>b</table>c', '<table><tbody><tr><td><b>a</b></td><td>b</td></tr></tbody></table>c')
  })
  test('a block ends the paragraph before it', () => {
    becomes('<p>a<ul><li>b</ul>c</p>', '<p>a</p><ul><li>b</li></ul>c')
    becomes('<p>a<h2>b</h2>', '<p>a</p><h2>b</h2>')
  })
  test('blocks in a heading become part of its line', () => {
    becomes('<h2>a<div>b</div><p>c</p></h2>', '<h2>a b c</h2>')
    becomes('<div><h2><div>a</div></h2>b</div>c', '<div><h2>a</h2>b</div>c')
  })
  test('items without a list get one, lists between items go into the item before', () => {
    becomes('<li>a</li><li>b</li>c', '<ul><li>a</li><li>b</li></ul>c')
    becomes('<ul><li>a</li><ul><li>b</li></ul></ul>', '<ul><li>a<ul><li>b</li></ul></li></ul>')
    becomes('<ol>a<li>b</ol>', '<ol><li>a</li><li>b</li></ol>')
  })
  test('parts of tables stand in tables only, and texts between them get a cell', () => {
    becomes('<tr><td>a</td><td>b</td></tr>', '<div>a</div><div>b</div>')
    becomes('<table>a<tr><td>b</table>', '<table><tbody><tr><td>a</td></tr><tr><td>b</td></tr></tbody></table>')
  })
  test('blocks that are not kept still keep their texts apart', () => {
    becomes(
      '<section>a</section><article>b</article><dl><dt>c<dd>d</dl>',
      '<div>a</div><div>b</div><div><p>c</p><p>d</p></div>',
    )
  })
  test('a line break at the start of `pre` counts as a browser counts it', () => {
    becomes('<pre>\na</pre>', '<pre>a</pre>')
    stays('<pre>\n\na</pre>')
  })
})
