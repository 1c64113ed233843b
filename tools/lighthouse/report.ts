/** Of Lighthouse. */
export const VERSION = '13.5.0'

export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Category = (typeof CATEGORIES)[number]

/** The parts of a Lighthouse result that are used here. */
export interface Report {
  categories: Record<
    Category,
    { score: number | null; auditRefs: { id: string; weight: number }[] }
  >
  audits: Record<string, { score: number | null; numericValue?: number; displayValue?: string }>
}

export interface Row {
  page: string
  /** The scores of all visits, sorted by performance. */
  scores: Record<Category, number[]>
  /** First and largest contentful paint, total blocking time and layout shift. */
  figures: string[]
  /** Audits that are not perfect and affect the score. */
  lacking: string[]
}

const FIGURES = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
] as const

/** The result of several visits of a page. The figures are those of the median visit. */
export function rowOf(page: string, reports: readonly Report[]): Row {
  const sorted = reports.toSorted((a, b) => scoreOf(a, 'performance') - scoreOf(b, 'performance'))
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (!middle) throw new Error(`${page} was not visited`)
  const scores = Object.fromEntries(
    CATEGORIES.map((name) => [name, sorted.map((response) => scoreOf(response, name))]),
  ) as Record<Category, number[]>
  const figures = FIGURES.map((id) => middle.audits[id]?.displayValue ?? '?')
  const counted = CATEGORIES.flatMap((name) =>
    middle.categories[name].auditRefs.filter(({ weight }) => weight > 0),
  )
  const lacking = counted
    .filter(({ id }) => (middle.audits[id]?.score ?? 1) < 0.9)
    .map(({ id }) => id)
  return { page, scores, figures, lacking }
}

export function asTable(rows: readonly Row[]): string {
  const head = `| page | ${CATEGORIES.join(' | ')} | first paint | largest | blocking | shift | lacking |\n|---|${'---|'.repeat(CATEGORIES.length + 5)}\n`
  const line = ({ page, scores, figures, lacking }: Row) =>
    `| ${page} | ${CATEGORIES.map((name) => scoresAsText(scores[name])).join(' | ')} | ${figures.join(' | ')} | ${lacking.join(', ') || '–'} |\n`
  return head + rows.map(line).join('')
}

export function asDocument(rows: readonly Row[], commit: string): string {
  return `# Lighthouse

\`npm run lighthouse -- --record\` wrote this page on \`${commit}\`, with Lighthouse ${VERSION} and its default settings: a phone, four times
slower than this machine, on simulated slow 4G. Each page was visited ${rows[0]?.scores.performance.length} times with an empty cache. If visits differ, the
lowest and the highest value are shown. Performance needs a quiet machine.

${asTable(rows)}
${PROFILE}`
}

/**
 * This text is from traces and test pages, not from this command: measure again before changing it.
 */
const PROFILE = `## What limits the first paint

In the same simulation (2026-11-19, several visits) an empty page is painted after 0.62 to 0.69 s, a page with as many bytes of HTML and CSS as
ours after 0.75 s, and with a module script of 11.5 KB, as our pages have, after 0.98 to 1.00 s.

## What blocks on the long post

CPU time of the main thread in a trace (median of 4 visits, 412 px wide; a phone takes four times as long): 48 ms for layout, 20 ms for
styles, 9 ms for scripts. \`content-visibility: auto\` on comments would save a seventh of the blocking time, but needs about 50 bytes more
than the budget of signed-in pages allows.
`

function scoreOf({ categories }: Report, name: Category): number {
  return Math.round(100 * (categories[name].score ?? 0))
}

function scoresAsText(scores: readonly number[]): string {
  const [lowest, highest] = [
    scores.toSorted((a, b) => a - b)[0],
    scores.toSorted((a, b) => b - a)[0],
  ]
  return lowest === highest ? `${highest}` : `${lowest} to ${highest}`
}
