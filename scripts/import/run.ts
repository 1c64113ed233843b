import { oldPathOf } from '#features/publishing/redirects/redirects.ts'
import { isSitePath } from '#features/publishing/redirects/site-paths.ts'
import type { ImportFormat } from '#import/format.ts'
import {
  type ImportAuthor,
  type ImportComment,
  type ImportItem,
  isRefused,
  type Loss,
  type RefusalReason,
} from '#import/item.ts'
import type { SourceFiles } from '#import/source-files.ts'
import { IMAGES_MAX } from '#kernel/html/images.ts'
import type { PreparedImage } from '#kernel/image-types.ts'
import { IMPORT_KEY_MAX, TAG_MAX, TAGS_MAX } from '#kernel/post-limits.ts'
import { Failure } from '../bootstrap/failure.mjs'
import type { Print } from '../site/control.ts'
import {
  type Account,
  Accounts,
  AUTHOR_PROBLEMS,
  type AuthorProblem,
  accountNamed,
  firstOwner,
} from './accounts.ts'
import { type PlannedComment, plannedComments } from './comments.ts'
import { contentFrom, type PostTimes, seriesOf, tagsOf, timesOf } from './content.ts'
import { fetchImage } from './fetch-image.ts'
import { type ItemImages, withStoredImages } from './images.ts'
import type { Mapping } from './mapping.ts'
import type { ImportOptions } from './options.ts'
import { type Receivers, Summary } from './summary.ts'
import { blocksBetween, existingKeys, type ImportTarget, pathsInUse } from './target.ts'
import { withoutEvents } from './without-events.ts'
import { bytesOf, type PlannedPost, statementsFor } from './write.ts'

/** The number of items in memory at a time. */
const GROUP = 50
/** The maximum size of the posts of one batch, because Cloudflare runs a batch for at most 30 s. */
const BATCH_BYTES = 500_000
const PROGRESS_EVERY = 500

export interface ImportOrder {
  target: ImportTarget
  format: ImportFormat
  files: SourceFiles
  mapping: Mapping
  options: ImportOptions
  print: Print
  now: Date
}

/**
 * Imports the posts that the site does not have yet. A dry run makes the same decisions and writes
 * nothing.
 */
export async function runImport(order: ImportOrder): Promise<ImportRun> {
  const run = await ImportRun.begin(order)
  await withHeartbeat(order.print, run.summary, () => importAll(run, order))
  return run
}

async function importAll(run: ImportRun, { format, files }: ImportOrder): Promise<void> {
  let group: ImportItem[] = []
  for await (const item of format.read(files)) {
    run.summary.read += 1
    if (isRefused(item)) run.summary.refused.add(REFUSED[item.refused])
    else group.push(item)
    if (group.length < GROUP) continue
    await run.importGroup(group)
    group = []
  }
  await run.importGroup(group)
}

interface Begun extends Receivers {
  /** The import keys of existing posts. */
  keys: Set<string>
}

export class ImportRun {
  readonly summary = new Summary()
  readonly accounts: Accounts
  readonly #order: ImportOrder
  readonly #begun: Begun
  /** The keys of all items that were read. */
  readonly #seen = new Set<string>()
  /** The old paths that lead to a post of this run. */
  readonly #paths = new Set<string>()
  /** The keys of the images that this run has stored. */
  readonly #images = new Set<string>()
  /** Pairs `<blocker>:<blocked>` of the accounts of the current group. */
  #blocks = new Set<string>()
  #written = 0

  private constructor(order: ImportOrder, accounts: Accounts, begun: Begun) {
    this.#order = order
    this.accounts = accounts
    this.#begun = begun
  }

  /** Checks the mapping file and the account of `--as` before anything is written. */
  static async begin(order: ImportOrder): Promise<ImportRun> {
    const { db } = order.target
    const { isDryRun, as } = order.options
    const accounts = new Accounts(db, order.mapping, isDryRun)
    await accounts.checkMapping()
    const receiver = as === null ? null : await accountNamed(db, as)
    const fallback = receiver ?? (await firstOwner(db))
    return new ImportRun(order, accounts, {
      receiver,
      fallback,
      keys: await existingKeys(db, order.now),
    })
  }

  /** The summary for the operator. */
  lines(): string[] {
    return this.summary.lines(this.#order.format.name, [...this.accounts.resolved], this.#begun)
  }

  async importGroup(items: readonly ImportItem[]): Promise<void> {
    const { target, now, options } = this.#order
    const open = items.filter((item) => this.#isNew(item))
    await this.accounts.resolve(this.#authorsOf(open))
    this.#blocks = await blocksBetween(target.db, this.#existingAccounts(open))
    const posts: PlannedPost[] = []
    for (const item of open) posts.push(...(await this.#planned(item)))
    await this.#keepFreePaths(posts)
    for (const post of posts) this.#count(post)
    await this.accounts.createUsed(now)
    if (!options.isDryRun) await this.#write(posts)
  }

  /**
   * Whether the site and this run do not have the item yet. Counts an item that is refused or
   * repeated.
   */
  #isNew({ key }: ImportItem): boolean {
    if (key === '' || key.length > IMPORT_KEY_MAX || key.includes('\0') || !key.isWellFormed()) {
      this.summary.refused.add(REFUSED.unreadable)
      return false
    }
    const isRepeated = this.#seen.has(key)
    const isNew = !isRepeated && !this.#begun.keys.has(key)
    this.#seen.add(key)
    if (isRepeated) this.summary.refused.add(REFUSED.duplicate_key)
    else if (!isNew) this.summary.existing += 1
    return isNew
  }

  #authorsOf(items: readonly ImportItem[]): ImportAuthor[] {
    return items.flatMap(({ author, comments, isPublished }) => [
      ...(author === null || this.#begun.receiver !== null ? [] : [author]),
      ...(isPublished ? comments.flatMap((comment) => comment.author ?? []) : []),
    ])
  }

  #existingAccounts(items: readonly ImportItem[]): number[] {
    const accounts = this.#authorsOf(items).map((author) => this.#accountOf(author))
    const all = [this.#begun.fallback, ...accounts]
    return [
      ...new Set(
        all.flatMap((account) => (typeof account === 'string' ? [] : (account.uid ?? []))),
      ),
    ]
  }

  #accountOf(author: ImportAuthor | null): Account | AuthorProblem {
    return author === null ? this.#begun.fallback : this.accounts.of(author)
  }

  async #planned(item: ImportItem): Promise<PlannedPost[]> {
    const { mapping, options, files, now } = this.#order
    const account = this.#begun.receiver ?? this.#accountOf(item.author)
    if (typeof account === 'string') return this.#refuse(AUTHOR_PROBLEMS[account])
    const fetchWeb = this.#order.options.copiesImages ? fetchImage : null
    const images = await withStoredImages(
      item,
      account,
      files,
      (key, image) => this.#putOnce(key, image),
      fetchWeb,
    )
    const times = timesOf(item, now)
    const { tags, lost } = tagsOf(item, mapping)
    const content = await contentFrom(
      {
        title: item.title,
        body: images.body,
        summary: item.summary,
        coverUrl: images.coverUrl,
        tags,
        canonicalUrl: item.canonicalUrl ?? (options.keepsCanonical ? item.url : null),
        ai: item.ai,
      },
      times.status === 'approved',
    )
    if (typeof content === 'string') return this.#refuse(REFUSED[content])
    this.#countLosses(item, lost, images)
    const comments = this.#commentsOf(item, account, times)
    const oldPaths = times.status === 'approved' ? [item.path, ...(item.morePaths ?? [])] : []
    const paths = oldPaths.flatMap((path) => (path === null ? [] : (oldPathOf(path) ?? [])))
    if (item.author === null) this.summary.withoutAuthor += 1
    return [
      {
        importKey: item.key,
        account,
        content,
        series: seriesOf(item),
        times,
        images: images.stored,
        comments,
        paths: [...new Set(paths)],
      },
    ]
  }

  #refuse(reason: string): [] {
    this.summary.refused.add(reason)
    return []
  }

  async #putOnce(key: string, image: PreparedImage): Promise<void> {
    if (this.#order.options.isDryRun || this.#images.has(key)) return
    await this.#order.target.putImage(key, image)
    this.#images.add(key)
  }

  #commentsOf(
    { comments }: ImportItem,
    postAuthor: Account,
    { status, createdAt }: PostTimes,
  ): PlannedComment[] {
    const { commentsLeftOut } = this.summary
    if (status !== 'approved') {
      commentsLeftOut.add('of drafts', comments.length)
      return []
    }
    return plannedComments(comments, {
      postAuthor,
      accountOf: ({ author }: ImportComment) => {
        const account = this.#accountOf(author)
        return typeof account === 'string' ? null : account
      },
      blocks: (one: Account, other: Account) => this.#blocks.has(`${one.uid}:${other.uid}`),
      publishedAt: createdAt,
      now: this.#order.now,
      leaveOut: (reason) => commentsLeftOut.add(reason),
    })
  }

  /**
   * A path leads to the first post that has it. A path of the site's own pages needs no redirect,
   * because pages come before redirects.
   */
  async #keepFreePaths(posts: readonly PlannedPost[]): Promise<void> {
    const all = posts.flatMap(({ paths }) => paths)
    const used = await pathsInUse(this.#order.target.db, all)
    for (const post of posts) {
      const free = post.paths.filter(
        (path) => !used.has(path) && !this.#paths.has(path) && !isSitePath(path),
      )
      this.summary.conflicts.push(...post.paths.filter((path) => !free.includes(path)))
      for (const path of free) this.#paths.add(path)
      post.paths = free
    }
  }

  #countLosses(item: ImportItem, lostTags: number, images: ItemImages): void {
    const { losses, imagesLeftOut } = this.summary
    for (const { kind, count, detail } of item.losses)
      losses.add(kind === 'comments' && detail ? detail : LOST[kind], count)
    losses.add(LOST.tags, lostTags)
    for (const [reason, count] of Object.entries(images.leftOut)) imagesLeftOut.add(reason, count)
    this.summary.imagesLinked += images.linked
  }

  #count({ account, times, content, comments, images, paths }: PlannedPost): void {
    const { summary } = this
    for (const used of [account, ...comments.map((comment) => comment.account)]) used.isUsed = true
    if (times.status === 'approved') summary.published += 1
    else summary.drafts += 1
    summary.comments += comments.length
    summary.imagesStored += images.length
    summary.redirects += paths.length
    for (const [, name] of content.tags) summary.tags.add(name)
  }

  async #write(posts: readonly PlannedPost[]): Promise<void> {
    const { target, now, print } = this.#order
    let batch: PlannedPost[] = []
    let bytes = 0
    const send = async () => {
      if (batch.length > 0)
        await target.db
          .batch(withoutEvents(batch.flatMap((post) => statementsFor(post, now))))
          .catch((error) => refuseBatch(batch, error))
      ;[batch, bytes] = [[], 0]
    }
    for (const post of posts) {
      if (bytes + bytesOf(post) > BATCH_BYTES) await send()
      batch.push(post)
      bytes += bytesOf(post)
    }
    await send()
    const before = this.#written
    this.#written += posts.length
    if (Math.floor(before / PROGRESS_EVERY) < Math.floor(this.#written / PROGRESS_EVERY))
      print(`${this.#written} posts …`)
  }
}

/** A batch is written as a whole or not at all. */
function refuseBatch(posts: readonly PlannedPost[], error: unknown): never {
  const reason = error instanceof Error ? error.message : String(error)
  const titles = posts.map(({ content }) => content.title)
  throw new Failure(
    `${posts.length} posts from "${titles.at(0)}" to "${titles.at(-1)}" could not be written (${reason}); repeat the import`,
    { cause: error },
  )
}

const REFUSED: Record<RefusalReason, string> = {
  empty: 'empty',
  too_long: `too long, or more than ${IMAGES_MAX} images`,
  not_a_post: 'not a post',
  unreadable: 'unreadable',
  duplicate_key: 'twice in the file',
  protected: 'not public at the old site',
}

const LOST: Record<Loss['kind'], string> = {
  embed: 'embeds',
  video: 'videos',
  audio: 'audio files',
  form: 'forms',
  shortcode: 'shortcodes',
  script: 'scripts',
  html: 'elements of HTML',
  image: 'missing images',
  comments: 'comments',
  tags: `tags, more than ${TAGS_MAX} or longer than ${TAG_MAX} characters`,
}

/**
 * Less than five minutes: a command on a running site fails if its connection has no data for that
 * long.
 */
const EVERY = 30_000

/**
 * Prints a line from time to time during a long task: the given text, or the number of items that
 * were read.
 */
export async function withHeartbeat<T>(
  print: Print,
  state: string | Summary,
  work: () => Promise<T>,
): Promise<T> {
  const clock = setInterval(
    () => print(typeof state === 'string' ? state : `${state.read} items read …`),
    EVERY,
  )
  try {
    return await work()
  } finally {
    clearInterval(clock)
  }
}
