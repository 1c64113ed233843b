import { expect, test } from 'vitest'
import { World } from '#test/world.ts'
import { author, found, freshWord, publish } from './posts.ts'

const POST = {
  title: 'JavaScript 与数据库优化入门',
  body: `<h2>索引</h2><p>如何学习 <code>SQLite</code>？Café &amp; naïve ideas, 🚀 launch. 小猫</p><ul><li>O'Reilly</li></ul>`,
  tags: ['后端 开发', 'C++'],
}

test.each([
  ['a Chinese word of two characters', '数据'],
  ['of three', '数据库'],
  ['across what a dictionary calls words', '据库优'],
  ['a Chinese sentence of words that stand apart', '如何学习数据库优化'],
  ['one character', '猫'],
  ['one character inside a word', '据'],
  ['the beginning of an English word', 'jav'],
  ['a whole word in another case', 'JAVASCRIPT'],
  ['without its diacritics', 'cafe naive'],
  ['with diacritics', 'CAFÉ'],
  ['Chinese and English', '数据库 javascript'],
  ['with no space between', 'javascript数据库'],
  ['full-width letters', 'ＳＱＬｉｔｅ'],
  ['what stands in code', 'sqlite'],
  ['in a tag', '后端'],
  ['a tag with signs', 'c++'],
  ['an emoji', '🚀'],
  ['an apostrophe', "o'reilly"],
  ['another apostrophe', 'oreilly'],
  ['punctuation around it', '"(数据库)*"'],
  ['words that are operators elsewhere', 'javascript -数据'],
])('found: %s', async (_, q) => {
  const world = new World()
  const id = await publish(await author(world), POST)
  expect(await found(world.visitor(), q)).toContain(id)
})

test.each([
  ['characters in another order', '库数据'],
  ['characters of two words', '化入口'],
  ['the end of a word', 'script'],
  ['a short word inside a longer one', 'ja'],
  ['one word of two', '数据库 python'],
  ['markup', 'h2'],
  ['an operator between', 'nothing OR javascript'],
  ['a column', 'title:javascript'],
  ['punctuation alone', '!!! "" * - () ^ :'],
  ['a quotation mark alone', '"'],
  ['another emoji', '🌙'],
])('not found: %s', async (_, q) => {
  const world = new World()
  const id = await publish(await author(world), POST)
  expect(await found(world.visitor(), q)).not.toContain(id)
})

test.each([
  ['too long', 'x'.repeat(101)],
  ['with NUL', 'a\u0000b'],
  ['half a character', '%ED%A0%80'],
])('refused: %s', async (_, q) => {
  const { status, json } = await new World()
    .visitor()
    .get(`/api/posts?q=${q.startsWith('%') ? q : encodeURIComponent(q)}`)
  if (q.startsWith('%')) expect(status).toBe(200)
  else expect([status, Object.keys(json.error.fields)]).toEqual([422, ['q']])
})

test('the longest search there may be, of every kind', async () => {
  const visitor = new World().visitor()
  for (const q of [
    '词'.repeat(100),
    'a '.repeat(50),
    '"'.repeat(100),
    '🚀'.repeat(100),
    '(NEAR OR '.repeat(11),
    '词 '.repeat(50),
  ]) {
    expect((await visitor.get(`/api/posts?q=${encodeURIComponent(q)}`)).status).toBe(200)
  }
})

test('an empty search is none', async () => {
  const world = new World()
  const id = await publish(await author(world), POST)
  expect(await found(world.visitor(), '')).toContain(id)
  expect(await found(world.visitor(), '   ')).toContain(id)
})

test('a match in the title counts more than in a tag, and that more than in the text', async () => {
  const world = new World()
  const word = freshWord()
  const by = await author(world)
  const inTitle = await publish(by, { title: `About ${word}` })
  const inTag = await publish(by, { tags: [word] })
  const inText = await publish(by, { body: `<p>It is about ${word}, they say.</p>` })
  expect(await found(world.visitor(), word)).toEqual([inTitle, inTag, inText])
})

test('of equals the newer comes first, and the very word before a longer one', async () => {
  const world = new World()
  const word = freshWord()
  const by = await author(world)
  const older = await publish(by, { title: word })
  world.wait(100 * 24 * 3600_000)
  const again = await world.visitor().signIn(await world.user({ level: 3 }))
  const newer = await publish(again, { title: word })
  const longer = await publish(again, { title: `${word}er` })
  expect(await found(world.visitor(), word)).toEqual([newer, older, longer])
})

test('words count as beginnings where whole ones do not fill the page', async () => {
  const world = new World()
  const word = freshWord()
  const by = await author(world)
  const longer = await publish(by, { title: `${word}ing` })
  const inText = await publish(by, { body: `<p>${word}ed</p>` })
  const whole: number[] = []
  for (let n = 0; n < 3; n++) whole.unshift(await publish(by, { body: `<p>${word}</p>` }))
  expect(await found(world.visitor(), word, '&limit=3')).toEqual(whole)
  expect(await found(world.visitor(), word, '&limit=5')).toEqual([...whole, longer, inText])
  expect(await found(world.visitor(), word, '&sort=new')).toEqual([...whole, inText, longer])
})

test('of several words it counts how many stand in title and tags', async () => {
  const world = new World()
  const [one, two] = [freshWord(), freshWord()]
  const by = await author(world)
  const inTitle = await publish(by, { title: `${one} ${two}` })
  const inHead = await publish(by, { title: one, tags: [two] })
  const partly = await publish(by, { title: one, body: `<p>${two}</p>` })
  const inText = await publish(by, { body: `<p>${two} ${one}</p>` })
  expect(await found(world.visitor(), `${one} ${two}`)).toEqual([inTitle, inHead, partly, inText])
})

test('a search is narrowed by author and tag, and sorted on request', async () => {
  const world = new World()
  const word = freshWord()
  const [one, other] = [await author(world), await author(world)]
  const first = await publish(one, { title: word, tags: ['Edge & more'] })
  world.wait(1000)
  const second = await publish(other, { body: `<p>${word}</p>`, tags: ['edge'] })
  const visitor = world.visitor()
  expect(await found(visitor, word)).toEqual([first, second])
  expect(await found(visitor, word, '&sort=new')).toEqual([second, first])
  expect(await found(visitor, word, '&sort=hot')).toEqual([second, first])
  expect(await found(visitor, word, `&author=${one.user?.uid}`)).toEqual([first])
  expect(await found(visitor, word, '&tag=edge%20%26%20MORE')).toEqual([first])
  expect(await found(visitor, word, '&tag=edge')).toEqual([second])
  expect(await found(visitor, word, `&tag=edge&author=${one.user?.uid}`)).toEqual([])
  expect(await found(visitor, 'author10001')).toEqual([])
})

test.each(['', '&sort=new', '&sort=hot'])(
  'pages%s show every match once, also while others are published',
  async (sort) => {
    const world = new World()
    const word = freshWord()
    const by = await author(world)
    const ids: number[] = []
    for (let n = 0; n < 7; n++) ids.push(await publish(by, { title: n % 2 ? word : `${word} and more`, tags: [word] }))
    const visitor = world.visitor()
    const seen: number[] = []
    let cursor = ''
    do {
      const { json } = await visitor.get(`/api/posts?q=${word}&limit=2${sort}${cursor}`)
      seen.push(...json.items.map(({ id }: { id: number }) => id))
      cursor = json.next_cursor === null ? '' : `&cursor=${json.next_cursor}`
      world.wait(1000)
      await publish(by, { title: `${word} published meanwhile`, body: `<p>${'other words '.repeat(100)}</p>` })
    } while (cursor !== '' && seen.length < 30)
    expect(seen.filter((id) => ids.includes(id)).toSorted()).toEqual(ids.toSorted())
    expect(new Set(seen).size).toBe(seen.length)
  },
)

test('a malformed cursor is a bad request', async () => {
  const { status } = await new World().visitor().get('/api/posts?q=word&cursor=nonsense')
  expect(status).toBe(400)
})

test('a search costs two round trips, one where nothing is found, none where there is nothing to look for', async () => {
  const world = new World()
  const word = freshWord()
  await publish(await author(world), { title: word })
  const trips = async (q: string) =>
    (await world.visitor().get(`/api/posts?q=${encodeURIComponent(q)}`)).headers.get('server-timing')
  expect(await trips(word)).toContain('round trips: 2')
  expect(await trips(freshWord())).toContain('round trips: 1')
  expect(await trips('?!')).toContain('round trips: 0')
})
