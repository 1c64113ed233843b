import { COMMENT_MAX } from '#features/community/comments/write.ts'
import type { ImportComment } from '#import/item.ts'
import { isVisible } from '#kernel/fields.ts'
import type { Account } from './accounts.ts'
import { earliest, timeIn } from './content.ts'

/**
 * A comment of a post. `root` and `replyTo` are positions in the list of comments of the post, null
 * for a root.
 */
export interface PlannedComment {
  account: Account
  body: string
  createdAt: string
  root: number | null
  replyTo: number | null
}

interface Context {
  postAuthor: Account
  /** Null if the author of a comment has no account. */
  accountOf: (comment: ImportComment) => Account | null
  /** Whether the first account has blocked the second. */
  blocks: (blocker: Account, blocked: Account) => boolean
  /** The time of comments without a valid date. */
  publishedAt: string
  now: Date
  /** Counts a comment that is not imported. */
  leaveOut: (reason: string) => void
}

/**
 * The comments of a post as rows: roots, and replies in one level. A text that is longer than a
 * comment may be continues in replies to its first part. A reply to a comment that is left out
 * becomes a reply to the comment above it.
 */
export function plannedComments(
  comments: readonly ImportComment[],
  context: Context,
): PlannedComment[] {
  const planned: PlannedComment[] = []
  /**
   * The position of each comment. A comment that is left out has the position of the comment above
   * it.
   */
  const positions = new Map<string, number | null>()
  for (const comment of comments) {
    const above = comment.replyTo === null ? null : (positions.get(comment.replyTo) ?? null)
    const [first, ...more] = partsOf(comment.body)
    const account = context.accountOf(comment)
    const problem =
      account === null
        ? 'by authors without an account'
        : isBlocked(account, above, planned, context)
          ? 'across a block'
          : null
    if (first === undefined || account === null || problem !== null) {
      context.leaveOut(problem ?? 'without text')
      positions.set(comment.key, above)
      continue
    }
    const time = timeIn(comment.createdAt) ?? context.publishedAt
    const createdAt = earliest(time, context.now.toISOString())
    const root = above === null ? null : (planned[above]?.root ?? above)
    const position = planned.length
    positions.set(comment.key, position)
    planned.push({ account, body: first, createdAt, root, replyTo: above })
    for (const body of more)
      planned.push({ account, body, createdAt, root: root ?? position, replyTo: position })
  }
  return planned
}

/** The database refuses a comment to a user who has blocked its author. */
function isBlocked(
  account: Account,
  above: number | null,
  planned: PlannedComment[],
  context: Context,
): boolean {
  const answered = above === null ? undefined : planned[above]?.account
  return (
    context.blocks(context.postAuthor, account) ||
    (answered !== undefined && context.blocks(answered, account))
  )
}

/** The text in parts that are each at most as long as a comment may be. */
function partsOf(text: string): string[] {
  const characters = [...text.replaceAll('\0', '').toWellFormed().trim()]
  const parts: string[] = []
  let from = 0
  while (characters.length - from > COMMENT_MAX) {
    const part = characters.slice(from, from + COMMENT_MAX)
    const end = endOf(part)
    parts.push(part.slice(0, end).join('').trim())
    from += end
  }
  return [...parts, characters.slice(from).join('').trim()].filter(isVisible)
}

/**
 * The end of a part: after a paragraph, a line or a word, if one ends in the second half of the
 * part.
 */
function endOf(part: readonly string[]): number {
  const blank = part.findLastIndex((character, at) => character === '\n' && part[at - 1] === '\n')
  const ends = [blank, part.lastIndexOf('\n'), part.lastIndexOf(' ')]
  return ends.find((end) => end > COMMENT_MAX / 2) ?? COMMENT_MAX
}
