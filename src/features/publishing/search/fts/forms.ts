/**
 * Other forms of an English word that a prefix search does not find: `posts` finds `post`, `running` finds `run`, `study` finds
 * `studies`. Some results are not words; the index simply does not contain them.
 */
export function formsOf(word: string): string[] {
  if (!/^[a-z]{4,}$/.test(word)) return []
  const forms = ENDINGS.flatMap(([ending, ...instead]) => {
    if (!word.endsWith(ending)) return []
    const stem = word.slice(0, -ending.length)
    return stem.length < STEM_MIN ? [] : instead.map((other) => (other === TWICE ? undoubled(stem) : stem + other))
  })
  return [...new Set(forms)].filter((form) => form !== word)
}

const STEM_MIN = 2
/** The ending doubles the last letter of the stem: `running`. */
const TWICE = '2'

const ENDINGS = [
  ['s', ''],
  ['es', ''],
  ['ies', 'y'],
  ['ied', 'y'],
  ['ed', '', 'e', TWICE],
  ['ing', '', 'e', TWICE],
  ['er', '', 'e', TWICE],
  ['e', 'ing'],
  ['y', 'ies', 'ied'],
] as const

function undoubled(stem: string): string {
  return stem.at(-1) === stem.at(-2) ? stem.slice(0, -1) : stem
}
