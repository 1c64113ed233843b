/**
 * Other forms of an English word that a beginning does not find: `posts` is meant to find `post`, `running` `run`, `study`
 * `studies`. Some are no words: they are looked up like any other, and found nowhere.
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
/** The last letter was doubled before the ending: `running`. */
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
