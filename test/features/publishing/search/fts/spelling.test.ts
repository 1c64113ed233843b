import { formsOf } from '#features/publishing/search/fts/newest-matches.ts'
import { betterSpelling } from '#features/publishing/search/fts/spelling.ts'
import { expect, test } from '#test/test.ts'
import { author, publish } from '../posts.ts'

/**
 * Only words of letters have other spellings. No two adjacent letters are equal, so that swapping
 * two always changes the word.
 */
function freshLetters(): string {
  let letter = 0
  const next = (byte: number) => {
    letter = (letter + 1 + (byte % 25)) % 26
    return String.fromCharCode(97 + letter)
  }
  return Array.from(crypto.getRandomValues(new Uint8Array(9)), next).join('')
}

const swapped = (word: string) => word.slice(0, 3) + word.charAt(4) + word.charAt(3) + word.slice(5)

test('a search for an unknown word suggests an indexed word with one letter different', async ({
  world,
}) => {
  const word = `z${freshLetters()}`
  await publish(await author(world), {
    title: `About ${word}`,
    body: '<p>Once upon a time there was a 数据库, and it is still there.</p>',
  })
  const meant = async (q: string, more = '') =>
    (await world.visitor().get(`/api/search?q=${encodeURIComponent(q)}${more}`)).json.did_you_mean
  const slips = [
    word.slice(0, 4) + word.slice(5),
    `${word}x`,
    `${word.slice(0, 4)}q${word.slice(4)}`,
  ]
  for (const slip of slips) expect(await meant(slip)).toBe(word)
  expect(await meant(`数据库 ${word}x`)).toBe(`数据库 ${word}`)
  // No suggestion: the word is found, is a prefix of a found word, or resembles no indexed word.
  for (const q of [word, word.slice(0, -1), freshLetters(), `${word}x ${freshLetters()}`])
    expect(await meant(q)).toBeNull()
  // With this filter the better spelling finds nothing either.
  expect(await meant(`${word}x`, '&language=zh')).toBeNull()
})

/** The number of spellings between two that are tried. */
const SKIPPED = 7

test('a search for a word with any one edit suggests the word', async ({ world }) => {
  const word = freshLetters()
  await publish(await author(world), { title: word })
  const cuts = Array.from({ length: word.length + 1 }, (_, at) => [
    word.slice(0, at),
    word.slice(at),
  ]) as [string, string][]
  const slips = cuts.flatMap(([before, after]) => [
    before + after.charAt(1) + after.charAt(0) + after.slice(2),
    before + after.slice(1),
    ...[...'abcdefghijklmnopqrstuvwxyz'].flatMap((letter) => [
      before + letter + after,
      before + letter + after.slice(1),
    ]),
  ])
  const tried = [...new Set(slips)].filter((slip, n) => slip !== word && n % SKIPPED < 2)
  expect(tried.length).toBeGreaterThan(100)
  const meant = await Promise.all(tried.map((q) => betterSpelling(world.search, { q }, 0)))
  expect(tried.filter((_, n) => meant[n] !== word)).toEqual([])
  expect(await betterSpelling(world.search, { q: `${swapped(word)}x` }, 0)).toBeNull()
})

test('a search suggests the spelling that most posts use, also at the ends of the alphabet', async ({
  world,
}) => {
  const writer = await author(world)
  const letters = freshLetters()
  for (const first of ['aaa', 'zzz']) {
    const word = first + letters
    for (const title of [`${word}b`, `${word}c`, `Again ${word}c`]) await publish(writer, { title })
    for (const slip of [`${word}d`, word, `${word}zc`])
      expect(await betterSpelling(world.search, { q: slip }, 0)).toBe(`${word}c`)
  }
})

test('Chinese, numbers and short words get no spelling suggestion', async ({ visitor }) => {
  for (const q of ['数据厍', '没有这样的一句话', '98765432', 'abz', 'ñandúx'])
    expect(
      (await visitor.get(`/api/search?q=${encodeURIComponent(q)}`)).json.did_you_mean,
    ).toBeNull()
})

test('the spelling suggestion on the page links to the better spelling and keeps the filters', async ({
  world,
}) => {
  const word = `y${freshLetters()}`
  await publish(await author(world), { title: word })
  const { text } = await world.visitor().get(`/search?q=${swapped(word)}x&sort=new&time=week`)
  expect(text).not.toContain('Did you mean')
  const better = await world.visitor().get(`/search?q=${swapped(word)}&sort=new&time=week`)
  expect(better.text).toContain(`href="/search?q=${word}&amp;sort=new&amp;time=week">${word}</a>`)
})

test('another form of an English word differs by its ending', () => {
  expect(['posts', 'running', 'studies', 'study', 'used', '数据', 'go'].map(formsOf)).toEqual([
    ['post'],
    ['runn', 'runne', 'run'],
    ['studie', 'studi', 'study'],
    ['studies', 'studied'],
    ['us', 'use'],
    [],
    [],
  ])
})
