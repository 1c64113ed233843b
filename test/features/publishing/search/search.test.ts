import { beforeAll } from 'vitest'
import { expect, refusalOf } from '#test/test.ts'
import { World } from '#test/world.ts'
import { found, publish, test } from './posts.ts'

const POST = {
  title: 'JavaScript 与数据库优化入门',
  body: `<h2>索引</h2><p>如何学习 <code>SQLite</code>？Café &amp; naïve ideas, 🚀 launch. 小猫</p><ul><li>O'Reilly</li></ul>`,
  tags: ['后端 开发', 'C++'],
}

const site = new World()
let post = 0
beforeAll(async () => {
  post = await publish(await site.member({ level: 2 }), POST)
})

test.each([
  ['a Chinese word of two characters', '数据'],
  ['Chinese characters across a word boundary', '据库优'],
  ['a Chinese sentence whose words are not adjacent in the post', '如何学习数据库优化'],
  ['one character inside a word', '据'],
  ['a prefix of an English word', 'jav'],
  ['a word with diacritics', 'CAFÉ'],
  ['Chinese and English', '数据库 javascript'],
  ['full-width letters', 'ＳＱＬｉｔｅ'],
  ['a tag with symbols', 'c++'],
  ['an emoji', '🚀'],
  ['a word with an apostrophe', "o'reilly"],
  ['a word in punctuation', '"(数据库)*"'],
  ['a query with a minus sign', 'javascript -数据'],
])('a search finds %s', async (_, q) => {
  expect(await found(site.visitor(), q)).toContain(post)
})

test.each([
  ['characters in another order', '库数据'],
  ['a short word inside a longer one', 'ja'],
  ['two words of which one is missing', '数据库 python'],
  ['a tag name of the markup', 'h2'],
  ['a column filter', 'title:javascript'],
  ['only punctuation', '!!! "" * - () ^ :'],
])('a search does not find %s', async (_, q) => {
  expect(await found(site.visitor(), q)).not.toContain(post)
})

test('a search query that is too long or has a NUL is refused, and every other query gets results', async ({
  visitor,
}) => {
  for (const q of ['x'.repeat(101), 'a%00b'])
    expect(await refusalOf(visitor.get(`/api/posts?q=${q}`))).toEqual([422, 'q'])
  const longest = [
    '词'.repeat(100),
    'a '.repeat(50),
    '"'.repeat(100),
    '🚀'.repeat(100),
    '(NEAR OR '.repeat(11),
  ]
  // The last one is half a surrogate pair.
  for (const q of [...longest.map(encodeURIComponent), '%ED%A0%80'])
    expect((await visitor.get(`/api/posts?q=${q}`)).status).toBe(200)
})

test('an empty search query lists all posts', async ({ world, writer }) => {
  const id = await publish(writer, POST)
  expect(await found(world.visitor(), '')).toContain(id)
  expect(await found(world.visitor(), '   ')).toContain(id)
})

test('search lists prefix matches after whole-word matches if these do not fill the page', async ({
  world,
  writer,
  word,
}) => {
  const longer = await publish(writer, { title: `${word}ing` })
  const inText = await publish(writer, { body: `<p>${word}ed</p>` })
  const whole: number[] = []
  for (let n = 0; n < 3; n++) whole.unshift(await publish(writer, { body: `<p>${word}</p>` }))
  expect(await found(world.visitor(), word, '&limit=3')).toEqual(whole)
  expect(await found(world.visitor(), word, '&limit=5')).toEqual([...whole, longer, inText])
  expect(await found(world.visitor(), word, '&sort=new')).toEqual([...whole, inText, longer])
})
