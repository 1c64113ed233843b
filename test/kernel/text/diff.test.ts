import fc from 'fast-check'
import { expect, test } from 'vitest'
import { textWithTargets } from '#kernel/html/plain.ts'
import { type Change, diffWords } from '#kernel/text/diff.ts'

/** Notation: [-removed-]{+added+} */
const marked = (before: string, after: string) =>
  diffWords(before, after)
    .map(({ kind, text }) => ({ same: text, removed: `[-${text}-]`, added: `{+${text}+}` })[kind])
    .join('')

test.each([
  ['', '', ''],
  ['same', 'same', 'same'],
  ['', 'new', '{+new+}'],
  ['old', '', '[-old-]'],
  ['a quick fox', 'a slow fox', 'a [-quick-]{+slow+} fox'],
  ['我们喜欢安静地写作', '我们喜欢大声地写作', '我们喜欢[-安静-]{+大声+}地写作'],
  ['one\ntwo\nthree', 'one\n2\nthree', 'one\n[-two-]{+2+}\nthree'],
  ['one\nthree', 'one\ntwo\nthree', 'one\n{+two\n+}three'],
  ['call me, now', 'write him, later', '[-call me, now-]{+write him, later+}'],
])('the word diff of %j and %j has the expected changes', (before, after, expected) => {
  expect(marked(before, after)).toBe(expected)
})

const textOf = (changes: Change[], without: Change['kind']) =>
  changes.flatMap(({ kind, text }) => (kind === without ? [] : text)).join('')

test('for any two texts, kept and removed pieces give the old text, kept and added pieces the new one', () => {
  const words = fc.array(
    fc.constantFrom('a', 'b', '量', '子', ' ', '\n', '，', '😀', 'long-word'),
    { maxLength: 40 },
  )
  fc.assert(
    fc.property(words, words, (one, two) => {
      const [before, after] = [one.join(''), two.join('')]
      const changes = diffWords(before, after)
      expect(textOf(changes, 'added')).toBe(before)
      expect(textOf(changes, 'removed')).toBe(after)
    }),
    { numRuns: 500 },
  )
})

test.each([
  ['words', ' ', 40_000],
  ['lines', '\n', 20_000],
])(
  'two long texts with no %s in common are shown as one removed and one added',
  (_, gap, length) => {
    const text = (seed: number) =>
      Array.from({ length }, (_, n) => `w${(n * seed) % 9973}`).join(gap)
    const [before, after] = [`a${gap}${text(7)}${gap}b`, `a${gap}${text(11)}${gap}b`]
    const changes = diffWords(before, after)
    expect(changes.map(({ kind }) => kind)).toEqual(['same', 'removed', 'added', 'same'])
    expect([textOf(changes, 'added'), textOf(changes, 'removed')]).toEqual([before, after])
  },
)

test('a changed link target or image source is a change of the text', () => {
  const before =
    '<p>See <a href="https://good.example">here</a>.</p><p><img src="/images/a.webp" alt="a cat"></p>'
  const after = before.replace('good', 'evil').replace('a.webp', 'b.webp')
  expect(textWithTargets(before)).toBe('See here ⟨https://good.example⟩.\n🖼 a cat ⟨/images/a.webp⟩')
  expect(marked(textWithTargets(before), textWithTargets(after))).toBe(
    'See here ⟨https://[-good-]{+evil+}.example⟩.\n🖼 a cat ⟨/images/[-a-]{+b+}.webp⟩',
  )
})
