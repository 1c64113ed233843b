import { ApiError } from '#client/api-error.ts'
import { confirmed } from '#client/behaviors/forms/dialogs.ts'
import { chosenFiles, fileDrops } from '#client/behaviors/forms/file-drops.ts'
import { toast } from '#client/behaviors/toast.ts'
import { find, read } from '#client/hooks.ts'
import { Control, Stopped } from '#client/import/control.ts'
import { at, droppedFiles, onPress, partOf, showStep } from '#client/import/page-parts.ts'
import { PlanTable } from '#client/import/plan-table.ts'
import type { Plan } from '#client/import/reading.ts'
import { publishPosts, runImport } from '#client/import/run.ts'
import { downloadReport, RunView } from '#client/import/run-view.ts'
import { importText, numbered } from '#client/import/text.ts'
import { importPart, publishAll } from '#features/pages/studio/import/hooks.ts'
import { ImportError } from '#import/import-error.ts'
import { filled } from '#kernel/i18n.ts'

/** The page that imports posts: choose files, read them, plan, run. */
export function importPage(): void {
  if (find(importPart)) new ImportPage()
}

class ImportPage {
  readonly #table = new PlanTable()
  #view = new RunView()
  #plan: Plan | null = null
  /** Controls the reading or the run in progress. */
  #control = new Control(() => {})

  constructor() {
    this.#listenForFiles()
    onPress('cancel', () => this.#control.stop())
    onPress('restart', () => showStep('choose'))
    onPress('again', () => showStep('choose'))
    onPress('start', () => void this.#start())
    onPress('retry', () => void this.#retry())
    onPress('pause', () => this.#control.pause())
    onPress('resume', () => this.#control.resume())
    onPress('stop', () => this.#control.stop())
    onPress('publish', () => void this.#publish())
    onPress('report', () => this.#plan && downloadReport(this.#plan.rows, this.#view.results))
  }

  #listenForFiles(): void {
    const step = at('choose')
    for (const input of step.querySelectorAll('input'))
      chosenFiles(input, (files) => void this.#read(files))
    fileDrops(step, (data) => {
      void droppedFiles(data).then(
        (files) => this.#read(files),
        (error) => this.#fail(error),
      )
    })
  }

  async #read(files: File[]): Promise<void> {
    const text = importText()
    const say = (words: string) => {
      at('read-count').textContent = words
    }
    say('')
    at('problem').hidden = true
    showStep('reading')
    let halted: string | null = null
    const control = new Control((state) => {
      if (state.is === 'offline') say(text.state.offline)
      if (state.is === 'waiting') say(text.state.waiting(state.seconds))
      if (state.is === 'signedOut') halted = text.signedOutReading
      if (state.is === 'refused') halted = state.message
      if (halted !== null && state.is !== 'running') control.stop()
    })
    this.#control = control
    try {
      // The readers of all formats are large, and many visits choose no file.
      const { planOf } = await import('#client/import/reading.ts')
      // The browser returns the files of a folder in any order.
      const sorted = files.toSorted((one, other) =>
        one.webkitRelativePath.localeCompare(other.webkitRelativePath),
      )
      const plan = await planOf(sorted, control, say)
      if (plan.rows.length === 0) return this.#refuse(text.noItems)
      this.#plan = plan
      const { source, rows } = plan
      const format = text.format[source.format.name]
      at('about').textContent = text.about(format, source.name, rows.length)
      this.#table.show(rows)
      showStep('plan')
    } catch (error) {
      if (halted !== null) this.#refuse(halted)
      else this.#fail(error)
    }
  }

  #fail(error: unknown): void {
    if (error instanceof Stopped) showStep('choose')
    else this.#refuse(problemOf(error))
  }

  #refuse(problem: string): void {
    showStep('choose')
    const notice = at('problem')
    notice.querySelector('p')?.replaceChildren(problem)
    notice.hidden = false
  }

  /**
   * Imports the chosen rows. Only one import runs at a time, because a second one would compete for
   * the limits of the server.
   */
  async #start(): Promise<void> {
    this.#view = new RunView()
    await this.#exclusively(() => this.#run())
  }

  async #retry(): Promise<void> {
    for (const row of this.#view.forgetFailed()) row.isChosen = true
    await this.#exclusively(() => this.#run())
  }

  /**
   * Publishes or submits all posts of this import. The server decides which of them need review.
   */
  async #publish(): Promise<void> {
    const view = this.#view
    const { publishTitle, publishBody, publishButton } = read(publishAll, at('publish'))
    const ids = view.unpublished
    const title = filled(publishTitle, { count: numbered(ids.length) })
    if (!(await confirmed({ title, body: publishBody, button: publishButton, calm: true }))) return
    await this.#exclusively(async () => {
      view.beginPublishing()
      view.finishPublishing(
        await this.#watched(() => publishPosts(ids, this.#control, (done) => view.published(done))),
      )
      at('run-title').focus()
    })
  }

  async #exclusively(run: () => Promise<void>): Promise<void> {
    // Locks exist only in secure contexts. Without them, the keys still prevent duplicates.
    if (!navigator.locks) return run()
    await navigator.locks.request('joule-import', { ifAvailable: true }, async (lock) => {
      if (lock) await run()
      else toast(importText().otherTab, 'danger')
    })
  }

  async #run(): Promise<void> {
    const { source, rows } = this.#plan ?? {}
    if (!source || !rows) return
    const view = this.#view
    view.begin(rows.filter(({ isChosen }) => isChosen).length)
    showStep('run')
    const isOn = (name: 'original' | 'dates') => partOf(name, HTMLInputElement).checked
    const options = { linksToOriginal: isOn('original'), keepsDates: isOn('dates') }
    const problem = await this.#watched(() => runImport(source, rows, options, this.#control, view))
    view.finish(
      rows.every(({ isChosen }) => !isChosen),
      problem,
    )
    at('run-title').focus()
  }

  /**
   * Runs with a new control, and asks before the page is left. Returns the problem that ended the
   * run, if any.
   */
  async #watched(run: () => Promise<void>): Promise<string | null> {
    const view = this.#view
    this.#control = new Control((state) => view.state(state))
    addEventListener('beforeunload', warn)
    try {
      await run()
    } catch (error) {
      if (!(error instanceof Stopped)) return problemOf(error)
    } finally {
      removeEventListener('beforeunload', warn)
    }
    return null
  }
}

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

function problemOf(error: unknown): string {
  const text = importText()
  if (error instanceof ImportError) {
    return text.problem[error.problem] + (error.file === null ? '' : text.inFile(error.file))
  }
  if (error instanceof ApiError) return text.lookupFailed(error.message)
  // Unexpected, unless the file was moved.
  if (!(error instanceof DOMException)) reportError(error)
  return text.unreadable
}
