import { VERSION } from './install.ts'

export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Category = (typeof CATEGORIES)[number]

/** Of what Lighthouse says, what we ask for. */
export interface Answer {
  categories: Record<Category, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { score: number | null; numericValue?: number; displayValue?: string }>
}

export interface Row {
  page: string
  scores: Record<Category, number[]>
  /** First and largest paint, blocking time and layout shift. */
  figures: string[]
  /** What is not as good as it could be, and counts. */
  lacking: string[]
}

const FIGURES = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
] as const

/** One page as several visits found it. What is told of the figures is of the visit in the middle. */
export function rowOf(page: string, answers: readonly Answer[]): Row {
  const sorted = answers.toSorted((a, b) => scoreOf(a, 'performance') - scoreOf(b, 'performance'))
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (!middle) throw new Error(`${page} was not visited`)
  const scores = Object.fromEntries(
    CATEGORIES.map((name) => [name, sorted.map((answer) => scoreOf(answer, name))]),
  ) as Row['scores']
  const figures = FIGURES.map((id) => middle.audits[id]?.displayValue ?? '?')
  const counted = CATEGORIES.flatMap((name) => middle.categories[name].auditRefs.filter(({ weight }) => weight > 0))
  const lacking = counted.filter(({ id }) => (middle.audits[id]?.score ?? 1) < 0.9).map(({ id }) => id)
  return { page, scores, figures, lacking }
}

export function asTable(rows: readonly Row[]): string {
  const head = `| page | ${CATEGORIES.join(' | ')} | first paint | largest | blocking | shift | lacking |\n|---|${'---|'.repeat(CATEGORIES.length + 5)}\n`
  const line = ({ page, scores, figures, lacking }: Row) =>
    `| ${page} | ${CATEGORIES.map((name) => told(scores[name])).join(' | ')} | ${figures.join(' | ')} | ${lacking.join(', ') || '–'} |\n`
  return head + rows.map(line).join('')
}

export function asDocument(rows: readonly Row[], commit: string): string {
  return `# Lighthouse

Made by \`npm run lighthouse -- --record\` on \`${commit}\`, with Lighthouse ${VERSION} as it comes: a phone, four times slower than this
machine, on slow 4G, which it reckons from what it has seen. Each page was visited ${rows[0]?.scores.performance.length} times in a browser that had nothing of
it. Where visits differ, the lowest and the highest are told. Performance is the clock's: on a busy machine it is worth nothing.

${asTable(rows)}
${PROFILE}`
}

/** Found by a trace, not by this command: whoever changes what it says measures anew. */
const PROFILE = `## What blocks on the long post

Main thread, processor time of a trace (4 visits, 412 px wide, the one in the middle; a phone takes four times as long): 48 ms to lay
the page out, 20 ms for its styles, 9 ms to evaluate the scripts, and 28 ms for the first \`Intl\` format, which loads the browser's data
of the language. The last is gone: relative times are written without it. Of the layout, comments with \`content-visibility: auto\` would
spare a seventh of what blocks; they take some 50 bytes more than the budget of signed-in pages has left.
`

function scoreOf({ categories }: Answer, name: Category): number {
  return Math.round(100 * (categories[name].score ?? 0))
}

function told(scores: readonly number[]): string {
  const [lowest, highest] = [scores.toSorted((a, b) => a - b)[0], scores.toSorted((a, b) => b - a)[0]]
  return lowest === highest ? `${highest}` : `${lowest} to ${highest}`
}
