import { expect, test } from 'vitest'
import { source, sourceFiles } from './source.ts'

/** Lines of the UI texts, without comments. */
function linesWith(pattern: RegExp): string[] {
  return sourceFiles().flatMap(({ path }) =>
    source(path)
      .split('\n')
      .filter((line) => !/^\s*(\*|\/\/|\/\*)/.test(line) && pattern.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  )
}

test('Chinese texts use full-width punctuation', () => {
  expect(linesWith(/[\u4e00-\u9fff][:;,?!](?=[\s'`<]|[\u4e00-\u9fff]|\$\{)/)).toEqual([])
})

test('English texts say log in, favourites and notifications, and none of the other words for them', () => {
  const inText = (words: string) => new RegExp(`['\`>“][^'\`=]*\\b(?:${words})\\b[^'\`]* [^'\`]*['\`<]`)
  expect(linesWith(inText('[Ss]ign(?:ed|s|ing)? (?:in|out)'))).toEqual([])
  expect(linesWith(inText('[Bb]ookmarks?'))).toEqual([])
  expect(linesWith(inText('(?:[Nn]o|[Uu]nread|[Ss]ystem|[Oo]lder) messages'))).toEqual([])
})

test('texts have one word for submitting a rejected post again', () => {
  expect(linesWith(/\bresubmit|重新提交|再次提交审核|[^次]再提交/i)).toEqual([])
})
