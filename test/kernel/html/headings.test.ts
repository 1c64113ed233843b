import { expect, test } from 'vitest'
import { headingsOf, LINKED_HEADINGS_MAX, withHeadingIds } from '#kernel/html/headings.ts'

test('headings are listed with level, text and an id derived from the text', () => {
  expect(headingsOf('<h2>Getting <code>started</code>!</h2><p>x</p><h3>安装 &amp; 使用</h3>')).toEqual([
    { level: 2, text: 'Getting started!', id: 'h-getting-started' },
    { level: 3, text: '安装 & 使用', id: 'h-安装-使用' },
  ])
})

test('heading ids are unique and never collide with ids of the page', () => {
  const ids = headingsOf(
    '<h2>Comments</h2><h2>Comments</h2><h2>comments 2</h2><h2>!</h2><h2></h2><h2>Comments</h2>',
  ).map(({ id }) => id)
  expect(new Set(ids).size).toBe(6)
  expect(ids).toEqual(['h-comments', 'h-comments-2', 'h-comments-2-2', 'h-section', 'h-section-2', 'h-comments-3'])
})

test('withHeadingIds() adds the listed ids and changes nothing else', () => {
  const html = '<h2>A</h2><p>&lt;h2&gt;no&lt;/h2&gt;</p><h4><b>B</b></h4>'
  expect(withHeadingIds(html)).toBe('<h2 id="h-a">A</h2><p>&lt;h2&gt;no&lt;/h2&gt;</p><h4 id="h-b"><b>B</b></h4>')
})

test('of twenty thousand equal headings, the first ones get different ids', () => {
  const ids = withHeadingIds('<h2></h2>'.repeat(20_000)).match(/id="[^"]*"/g)
  expect(ids).toHaveLength(LINKED_HEADINGS_MAX)
  expect(new Set(ids).size).toBe(LINKED_HEADINGS_MAX)
})
