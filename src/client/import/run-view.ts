import { element } from '#client/elements.ts'
import { read } from '#client/hooks.ts'
import type { RunState } from '#client/import/control.ts'
import type { LostImage } from '#client/import/images.ts'
import { at, partOf } from '#client/import/page-parts.ts'
import { type Row, stateOf } from '#client/import/rows.ts'
import { OUTCOMES, type Published, type Result } from '#client/import/run.ts'
import { importText, noteText, numbered } from '#client/import/text.ts'
import { publishAll } from '#features/pages/studio/import/hooks.ts'
import { csvLine } from '#kernel/formats/csv.ts'
import { filled } from '#kernel/i18n.ts'

/** The number of issues that the page lists. The report lists all of them. */
const ISSUES_MAX = 100

/** Shows the progress and the result of a run. */
export class RunView {
  readonly results = new Map<Row, Result>()
  #total = 0
  readonly #public = new Set<number>()
  #publishTotal = 0
  #outcome = { approved: 0, pending: 0, left: 0 }

  begin(total: number): void {
    this.#total = this.results.size + total
    at('run-title').textContent = importText().running
    this.#showFinished(false)
    this.state({ is: 'running' })
    this.#draw()
  }

  started(row: Row): void {
    const text = importText()
    at('current').textContent = text.current(row.title || text.untitled)
  }

  ended(row: Row, result: Result): void {
    this.results.set(row, result)
    this.#draw()
  }

  state(state: RunState): void {
    const isRunning = state.is === 'running'
    const endsItself = state.is === 'waiting' || state.is === 'offline'
    at('pause').hidden = !isRunning && !endsItself
    at('resume').hidden = isRunning || endsItself
    at('stop').hidden = isRunning
    at('state').replaceChildren(...notice(state))
  }

  finish(isComplete: boolean, problem: string | null): void {
    const text = importText()
    const { created, updated, failed } = this.#counts()
    const left = this.#total - this.results.size
    at('retry').hidden = failed === 0
    const rest = left > 0 ? text.interrupted(left) : null
    this.#end(
      isComplete ? text.ended : text.endedEarly,
      problem,
      text.summary(created, updated),
      rest,
    )
  }

  /** The drafts of this import that are not published yet. */
  get unpublished(): number[] {
    const isDraft = (id: number | null) => id !== null && !this.#public.has(id)
    return [...this.results.values()].flatMap(({ outcome, postId }) =>
      (outcome === 'created' || outcome === 'updated') && isDraft(postId) ? (postId ?? []) : [],
    )
  }

  beginPublishing(): void {
    at('run-title').textContent = importText().publishing
    this.#outcome = { approved: 0, pending: 0, left: 0 }
    this.#publishTotal = this.unpublished.length
    this.#showFinished(false)
    this.state({ is: 'running' })
  }

  published(posts: Published[]): void {
    for (const { id, status } of posts) {
      if (status === null) this.#outcome.left += 1
      else this.#public.add(id)
      if (status === 'approved' || status === 'pending') this.#outcome[status] += 1
    }
    const { approved, pending, left } = this.#outcome
    Object.assign(partOf('bar', HTMLProgressElement), {
      max: this.#publishTotal,
      value: approved + pending + left,
    })
  }

  finishPublishing(problem: string | null): void {
    const text = importText()
    const { approved, pending } = this.#outcome
    const left = this.unpublished.length
    const rest = left > 0 ? text.stillDrafts(left) : null
    this.#end(text.publishingEnded, problem, text.publishedSummary(approved, pending), rest)
  }

  #end(title: string, problem: string | null, summary: string, rest: string | null): void {
    at('run-title').textContent = title
    this.#showFinished(true)
    const said = [problem, summary, rest].filter((sentence) => sentence !== null)
    const tone = problem === null && rest === null ? 'notice good' : 'notice'
    at('state').replaceChildren(element('p', { className: tone }, said.join(' ')))
    this.#drawPublish()
  }

  /**
   * The button that publishes the drafts of this import, and what the author may want to do first.
   */
  #drawPublish(): void {
    const text = importText()
    const count = this.unpublished.length
    const button = partOf('publish', HTMLButtonElement)
    button.hidden = count === 0
    button.textContent = filled(read(publishAll, button).publishLabel, { count: numbered(count) })
    const rows = [...this.results]
    const isMissing = ([row, { lost }]: [Row, Result]) =>
      lost.length > 0 || row.notes.some(({ kind }) => kind === 'image')
    const facts: [string, [Row, Result][]][] = [
      [text.toDo.images, rows.filter(isMissing)],
      [text.toDo.tags, rows.filter(([row, { postId }]) => postId !== null && !row.hasTags)],
      [text.toDo.titles, rows.filter(([row, { postId }]) => postId !== null && row.title === '')],
      [text.toDo.losses, rows.filter(([row]) => row.notes.some(({ kind }) => kind !== 'image'))],
      [text.toDo.failed, rows.filter(([, { outcome }]) => outcome === 'failed')],
    ]
    const lines = facts.filter(([, posts]) => posts.length > 0)
    at('to-do').hidden = lines.length === 0
    at('to-do')
      .querySelector('ul')
      ?.replaceChildren(...lines.map(([what, posts]) => element('li', {}, this.#toDo(what, posts))))
  }

  /** The remaining tasks and the drafts they concern, each with a link. */
  #toDo(what: string, posts: [Row, Result][]): HTMLElement {
    const text = importText()
    const items = posts.slice(0, ISSUES_MAX).map(([{ title }, { postId }]) => {
      const name = title || text.untitled
      const href = `/studio/write?id=${postId}`
      return element('li', {}, postId === null ? name : element('a', { href }, name))
    })
    if (posts.length > ISSUES_MAX)
      items.push(element('li', {}, text.moreIssues(posts.length - ISSUES_MAX)))
    const summary = element('summary', {}, text.toDoLine(what, posts.length))
    return element('details', {}, summary, element('ul', {}, ...items))
  }

  /** Removes the failed results, so that their rows count as not done. */
  forgetFailed(): Row[] {
    const failed = [...this.results]
      .filter(([, { outcome }]) => outcome === 'failed')
      .map(([row]) => row)
    for (const row of failed) this.results.delete(row)
    return failed
  }

  #showFinished(isFinished: boolean): void {
    at('controls').hidden = at('current').hidden = isFinished
    at('finished').hidden = !isFinished
    if (!isFinished) at('to-do').hidden = true
  }

  #counts(): Record<Result['outcome'], number> {
    const counts = { created: 0, updated: 0, skipped: 0, failed: 0 }
    for (const { outcome } of this.results.values()) counts[outcome] += 1
    return counts
  }

  #draw(): void {
    const text = importText()
    const counts = this.#counts()
    Object.assign(partOf('bar', HTMLProgressElement), {
      max: this.#total,
      value: this.results.size,
    })
    const shown = OUTCOMES.filter(
      (outcome) => outcome === 'created' || outcome === 'failed' || counts[outcome] > 0,
    )
    const figures: [string, number][] = shown.map((outcome) => [
      text.outcome[outcome],
      counts[outcome],
    ])
    const left = this.#total - this.results.size
    if (left > 0) figures.push([text.left, left])
    at('counts').replaceChildren(
      ...figures.map(([name, count]) =>
        element(
          'div',
          {},
          element('dt', { className: 'soft small' }, name),
          element('dd', {}, numbered(count)),
        ),
      ),
    )
    this.#drawIssues()
  }

  #drawIssues(): void {
    const issues = [...this.results].filter(
      ([, { outcome, lost }]) => outcome === 'failed' || lost.length > 0,
    )
    const list = at('issues').querySelector('ul')
    at('issues').hidden = issues.length === 0
    list?.replaceChildren(...issues.slice(0, ISSUES_MAX).map(([row, result]) => issue(row, result)))
    const more = issues.length - ISSUES_MAX
    if (more > 0) list?.append(element('li', { className: 'soft' }, importText().moreIssues(more)))
  }
}

function notice(state: RunState): HTMLElement[] {
  const text = importText()
  if (state.is === 'running') return []
  if (state.is === 'refused') return [element('p', { className: 'notice danger' }, state.message)]
  const { paused, waiting, offline, signedOut } = text.state
  if (state.is === 'waiting') return [element('p', { className: 'notice' }, waiting(state.seconds))]
  if (state.is === 'paused') return [element('p', { className: 'notice' }, paused)]
  if (state.is === 'offline') return [element('p', { className: 'notice warm' }, offline)]
  const login = element(
    'a',
    { href: '/login?next=/studio', target: '_blank', rel: 'noopener' },
    text.login,
  )
  return [element('p', { className: 'notice danger' }, element('span', {}, signedOut, ' ', login))]
}

function issue(row: Row, { outcome, postId, message, lost }: Result): HTMLElement {
  const text = importText()
  const title = row.title || text.untitled
  const name =
    postId === null
      ? element('strong', {}, title)
      : element(
          'a',
          { href: `/studio/write?id=${postId}`, target: '_blank', rel: 'noopener' },
          title,
        )
  const line = element('li', {}, name)
  if (outcome === 'failed')
    line.append(element('p', { className: 'field-error' }, message ?? text.outcome.failed))
  if (lost.length > 0) {
    const images = lost.map((image) => {
      const isLinked = image.reason !== 'missing' && /^https?:/i.test(image.source)
      return element('li', {}, lostText(image), isLinked ? ` (${text.stillLinked})` : '')
    })
    const summary = element('summary', {}, text.imagesLost(lost.length))
    line.append(element('details', {}, summary, element('ul', {}, ...images)))
  }
  return line
}

/** Saves a CSV file with one line per item of the import file. */
export function downloadReport(rows: readonly Row[], results: ReadonlyMap<Row, Result>): void {
  const { report } = importText()
  const head = [
    report.title,
    report.key,
    report.result,
    report.draft,
    report.reason,
    report.images,
    report.notes,
  ]
  const lines = [csvLine(head), ...rows.map((row) => csvLine(cellsOf(row, results.get(row))))]
  // Excel reads UTF-8 only with a byte order mark.
  const file = new Blob(['\ufeff', ...lines], { type: 'text/csv;charset=utf-8' })
  const url = URL.createObjectURL(file)
  const day = new Date().toISOString().slice(0, 10)
  Object.assign(document.createElement('a'), {
    href: url,
    download: `joule-import-${day}.csv`,
  }).click()
  // Once the download has started, it has a reference of its own.
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}

function cellsOf(row: Row, result: Result | undefined): (string | null)[] {
  const text = importText()
  const postId = result?.postId ?? row.post?.post_id
  return [
    row.title,
    row.key,
    result ? text.outcome[result.outcome] : withoutResult(row),
    postId === undefined || postId === null ? null : `${location.origin}/studio/write?id=${postId}`,
    result?.message ?? (row.refused && text.refusal[row.refused]),
    result?.lost.map(lostText).join('\n') ?? null,
    row.notes.map(noteText).join('\n'),
  ]
}

function withoutResult(row: Row): string {
  const text = importText()
  const state = stateOf(row)
  if (state === 'refused' || state === 'imported') return text.status[state]
  return row.isChosen ? text.report.notReached : text.report.notSelected
}

function lostText({ source, reason, message }: LostImage): string {
  const text = importText()
  return text.detailed(source, message ?? text.lost[reason])
}
