import { expect, test } from 'vitest'
import { mentionsIn, peopleNamedIn } from '#features/community/comments/mentions.ts'
import { commentHtml } from '#features/community/comments/rendering.ts'
import { highlight, snippetOf } from '#features/publishing/search/fts/highlight.ts'
import { headingsOf } from '#kernel/html/headings.ts'
import {
  languageOfText,
  readingMinutes,
  summaryOf,
  textOf,
  textWithTargets,
} from '#kernel/html/plain.ts'
import { readable } from '#kernel/html/readable.ts'
import { sanitiseHtml } from '#kernel/html/sanitise.ts'
import { BODY_MAX } from '#kernel/post-limits.ts'
import { tokensOf as searchTokens, termsOf } from '#kernel/search/tokens.ts'
import { COST, isCost } from '#test/long.ts'
import { type Family, growsTooFast } from './growth.ts'

const PIECES = [
  '<',
  '</',
  '<a href="',
  '&',
  '"',
  '@a',
  'http://',
  '\u0301',
  'a',
  '1',
  ' ',
  '\n',
  '.',
  '好',
  "'",
  '=',
  '/',
  '>',
  '<!--',
  '&#',
  '@',
  '(',
  'é',
  '😀',
  '+',
  '<a href="/a">',
  '<h2>',
  '<pre>',
  '<svg>',
  '</svg>',
  '<img src="/images/a" alt="',
  '<sup data-note="1">1</sup>',
  '<ol data-type="footnotes"><li>',
  '<figure class="wide">',
  '<blockquote data-type="note">',
  '*a',
  '**a ',
  '`',
  '`` ',
  '[a](https://a',
  '> a\n',
  '```\n',
  '```js\n',
]
/** An opening without an end, an entity and a word. */
const COMBINED = ['<a href="', '&', 'a']

/** Every piece alone, and each of these pieces combined with each other. */
function* families(paired: string[]): Generator<Family> {
  for (const one of PIECES) yield { name: `${JSON.stringify(one)}×N`, of: (n) => one.repeat(n) }
  for (const one of paired) {
    for (const two of paired) {
      const name = `${JSON.stringify(one)} ${JSON.stringify(two)}`
      yield { name: `${name} in turns`, of: (n) => `${one}${two}`.repeat(n) }
      yield { name: `${name} in a row`, of: (n) => one.repeat(n) + two.repeat(n) }
    }
  }
}

const text = {
  done: 'done',
  toDo: 'to do',
  table: 'table',
  callouts: { note: '', tip: '', warning: '' },
  footnotes: '',
  backToText: '',
  load: 'load',
}

/** All functions that process user texts. */
const WORK: Record<string, (text: string) => unknown> = {
  sanitiseHtml,
  textOf,
  textWithTargets,
  summaryOf,
  readingMinutes,
  languageOfText,
  searchTokens,
  highlight: (text) => highlight(text, termsOf('a 好 é')),
  snippetOf: (text) => snippetOf(text, termsOf('a 好 é')),
  peopleNamedIn: (text) => peopleNamedIn(text, 1),
  mentionsIn: (text) => mentionsIn(text, []),
  commentHtml: (text) => commentHtml(text, new Map()),
}

/** Functions that read the output of the sanitiser. */
const WORK_ON_BODIES: Record<string, (body: string) => unknown> = {
  headingsOf,
  readable: (body) => readable(body, text),
}

/** `npm run prove -- cost` combines all pieces. */
const paired = isCost ? PIECES : COMBINED
const longest = (isCost ? PIECES : ['<a href="', '@a', '好']).map((piece) =>
  piece.repeat(BODY_MAX / piece.length),
)

test.each(Object.entries(WORK))('%s takes linear time on texts', COST, (_, work) => {
  expect(growsTooFast(work, families(paired), 120)).toEqual([])
})

test.each(Object.entries(WORK_ON_BODIES))('%s takes linear time on bodies', COST, (_, work) => {
  const bodies = [...families(paired)].map(({ name, of }) => ({
    name,
    of: (size: number) => sanitiseHtml(of(size)),
  }))
  expect(growsTooFast(work, bodies, 120)).toEqual([])
})

test.each(Object.entries(WORK))('%s accepts the longest text', COST, (_, work) => {
  for (const text of longest) expect(() => work(text)).not.toThrow()
})

test.each(Object.entries(WORK_ON_BODIES))('%s accepts the longest body', COST, (_, work) => {
  for (const text of longest) expect(() => work(sanitiseHtml(text))).not.toThrow()
})
