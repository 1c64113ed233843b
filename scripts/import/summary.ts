import { type Account, AUTHOR_PROBLEMS, type AuthorProblem, type Resolved } from './accounts.ts'

/** A count for each name, in the order of first use. */
export class Tally {
  readonly counts = new Map<string, number>()

  add(name: string, count = 1): void {
    if (count > 0) this.counts.set(name, (this.counts.get(name) ?? 0) + count)
  }

  get total(): number {
    return [...this.counts.values()].reduce((sum, count) => sum + count, 0)
  }

  toString(): string {
    return [...this.counts].map(([name, count]) => `${number(count)} ${name}`).join(', ')
  }
}

/** The result of an import, or the result that a dry run predicts. */
export class Summary {
  read = 0
  published = 0
  drafts = 0
  existing = 0
  comments = 0
  redirects = 0
  withoutAuthor = 0
  imagesStored = 0
  imagesLinked = 0
  readonly refused = new Tally()
  readonly imagesLeftOut = new Tally()
  readonly commentsLeftOut = new Tally()
  readonly losses = new Tally()
  readonly tags = new Set<string>()
  /** Old paths that lead to another post or page already. */
  readonly conflicts: string[] = []

  lines(format: string, authors: readonly Resolved[], { receiver, fallback }: Receivers): string[] {
    const used = new Set(
      authors.flatMap(({ account }) =>
        typeof account === 'string' || !account.isUsed ? [] : account,
      ),
    )
    const news = [...used].filter(({ isNew }) => isNew)
    const known = new Set([...used].filter(({ isNew }) => !isNew).map(({ uid }) => uid))
    return [
      `items read (${format}): ${number(this.read)}`,
      `new posts: ${number(this.published + this.drafts)} (${number(this.published)} published, ${number(this.drafts)} drafts)`,
      `already imported: ${number(this.existing)}`,
      `refused: ${listed(this.refused)}`,
      `authors: ${number(news.length)} new accounts, ${number(known.size)} existing accounts`,
      ...receiverLines(this.withoutAuthor, receiver, fallback),
      ...authorsWithout(authors),
      `tags: ${number(this.tags.size)}`,
      `images: ${number(this.imagesStored)} stored, ${number(this.imagesLinked)} stay links, left out: ${listed(this.imagesLeftOut)}`,
      `comments: ${number(this.comments)}, left out: ${listed(this.commentsLeftOut)}`,
      `redirects: ${number(this.redirects)}, conflicts: ${conflictList(this.conflicts)}`,
      `lost in conversion: ${listed(this.losses)}`,
    ]
  }
}

/** The account of `--as`, which gets all posts, and the account for posts without an author. */
export interface Receivers {
  receiver: Account | null
  fallback: Account
}

function receiverLines(
  withoutAuthor: number,
  receiver: Account | null,
  fallback: Account,
): string[] {
  if (receiver !== null) return [`all posts are for ${receiver.name} (${receiver.uid})`]
  return withoutAuthor === 0
    ? []
    : [`posts without an author: ${number(withoutAuthor)}, for ${fallback.name} (${fallback.uid})`]
}

const number = (value: number) => value.toLocaleString('en-US')

const listed = (tally: Tally) => (tally.total === 0 ? '0' : `${number(tally.total)} (${tally})`)

/** The maximum number of names in one line. */
const SHOWN = 10

function conflictList(conflicts: readonly string[]): string {
  if (conflicts.length === 0) return '0'
  return `${number(conflicts.length)} (${shown(conflicts)})`
}

function shown(names: readonly string[]): string {
  const more = names.length - SHOWN
  return `${names.slice(0, SHOWN).join(', ')}${more > 0 ? ` and ${number(more)} more` : ''}`
}

function authorsWithout(authors: readonly Resolved[]): string[] {
  const problems = Object.keys(AUTHOR_PROBLEMS) as AuthorProblem[]
  const lines = problems.flatMap((problem) => {
    const names = authors
      .filter(({ account }) => account === problem)
      .map(({ author }) => author.email ?? author.name)
    return names.length === 0
      ? []
      : [`authors without an account, ${AUTHOR_PROBLEMS[problem]}: ${shown(names)}`]
  })
  return lines.length === 0
    ? []
    : [
        ...lines,
        '  (name their accounts in a mapping file, or give all posts to one account with --as)',
      ]
}
