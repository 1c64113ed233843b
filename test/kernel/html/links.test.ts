import { expect, test } from 'vitest'
import { imageHosts, linkHosts } from '#kernel/html/links.ts'
import { sanitiseHtml } from '#kernel/html/sanitise.ts'

test.each([
  ['<a href="https://one.example/a?b=1&amp;c">x</a>', ['one.example']],
  ['<a title="a > b" href="HTTP://ONE.example:8080">x</a>', ['one.example']],
  ['<a href="//one.example">x</a>', ['one.example']],
  ['<a href="https://пример.испытание/">x</a>', ['xn--e1afmkfd.xn--80akhbyknj4f']],
  ['<a href="https://one.example./">x</a>', ['one.example']],
  ['<a href="https://user@one.example/">x</a>', ['one.example']],
  ['<a href="https://a.example">1</a><p><a href="https://a.example/2">2</a></p>', ['a.example', 'a.example']],
  ['<a href="/posts/1">x</a><a href="#top">y</a><a href="mailto:a@b.example">z</a>', []],
  ['<p>https://one.example as text</p>', []],
  ['<img src="https://one.example/a.png">', []],
])('the hosts of the links in %s', (html, hosts) => {
  expect(linkHosts(sanitiseHtml(html))).toEqual(hosts)
})

test('the hosts of images are those of other sites', () => {
  const html = '<img alt="x" src="https://pictures.example/a.png"><img src="/images/a.png">'
  expect(imageHosts(sanitiseHtml(html))).toEqual(['pictures.example'])
})
