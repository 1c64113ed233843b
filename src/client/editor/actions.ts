import { ApiError, isRecord } from '#client/api-error.ts'
import { toast, toastAfterwards } from '#client/behaviors/toast.ts'
import { type Content, savedPostIn, savesItself } from '#client/editor/content.ts'
import { type ScheduleField, timeIn } from '#client/editor/fields/schedule-field.ts'
import { type PublishChoice, publishSheetIn } from '#client/editor/publish-sheet.ts'
import type { PendingPublish } from '#client/editor/saving/notices.ts'
import type { Saver } from '#client/editor/saving/saver.ts'
import { editorText } from '#client/editor/text.ts'
import { focusProblem } from '#client/editor/write-form.ts'
import { read as factsOn, findAll } from '#client/hooks.ts'
import { quietApi } from '#client/http.ts'
import { viewerZone } from '#client/time-zone.ts'
import { type WriteFacts, writeButton } from '#features/pages/studio/hooks.ts'

interface ActionsOptions {
  form: HTMLFormElement
  saver: Saver
  pending: Pick<PendingPublish, 'make' | 'drop'>
  slot: string
  share: WriteFacts['share']
  read(): Content
  isUploading(): boolean
  /** Null if the post is not a draft. */
  schedule: ScheduleField | null
  /**
   * Shows the problems beside their fields. Returns the problems that have no field.
   */
  problems(fields: Record<string, string>): string[]
}

const SHARE_WAIT = 5_000

/**
 * The buttons of the write page: save, submit, preview. Returns the function that presses one of
 * them by its name.
 */
export function actions({
  form,
  saver,
  pending,
  slot,
  share,
  read,
  isUploading,
  schedule,
  problems,
}: ActionsOptions): (name: string) => void {
  const text = editorText()

  async function save(): Promise<void> {
    const { status, isDirty } = saver
    if (status === 'approved' && !isReady()) return
    if (!(await saver.save(status === 'rejected'))) return
    if (status === 'approved') await shareImage()
    const publishAt = schedule?.isOnceApproved ? undefined : schedule?.read()
    if (publishAt !== undefined && saver.id !== null) return setTime(publishAt)
    if (status === 'approved' && isDirty) toast(text.changesLive)
    if (status === 'rejected') {
      // The post is a draft again: the page shows other texts, and autosave is on from now on.
      toastAfterwards(text.draftSaved)
      location.reload()
    }
  }

  /**
   * Saves the time together with the current text, then reloads the page, because its texts change.
   */
  async function setTime(publishAt: string | null): Promise<void> {
    if (publishAt !== null && !isReady()) return
    if (!(await saver.save()) || saver.id === null) return
    if (publishAt !== null) await shareImage()
    try {
      await quietApi.put(`/api/studio/posts/${saver.id}`, {
        publish_at: publishAt,
        version: saver.version,
      })
      toastAfterwards(
        publishAt === null ? text.unscheduled : text.scheduled(timeIn(viewerZone(), publishAt)),
      )
      location.assign(
        publishAt === null ? `/studio/write?id=${saver.id}` : '/studio/posts?status=scheduled',
      )
    } catch (error) {
      refused(error)
    }
  }

  async function setChosenTime(): Promise<void> {
    if (schedule === null) return
    const publishAt = schedule.chosen()
    if (publishAt === null) {
      problems({ publish_at: text.required })
      return
    }
    if (schedule.isOnceApproved) return submit(publishAt)
    if (!schedule.isStored) return setTime(publishAt)
  }

  async function unschedule(): Promise<void> {
    schedule?.clear()
    await setTime(null)
  }

  function refused(error: unknown): void {
    if (!(error instanceof ApiError)) throw error
    const homeless = problems(error.fields)
    focusProblem(form)
    if (Object.keys(error.fields).length === homeless.length)
      toast([error.message, ...homeless].join(' '), 'danger')
  }

  /**
   * Submits the post. With a time, it is published at the time: scheduled if it needs no review,
   * and otherwise once it is approved.
   */
  async function submit(publishAt?: string): Promise<void> {
    if (!(await isSavedAndReady())) return
    try {
      await send(publishAt === undefined ? {} : { publish_at: publishAt })
    } catch (error) {
      if (error instanceof ApiError && error.status === 0) return pending.make()
      refused(error)
    }
  }

  /** Opens the sheet with the last questions, which then publishes the saved post. */
  async function askToPublish(): Promise<void> {
    if (sheet === null) return submit()
    if (!(await isSavedAndReady()) || saver.id === null) return
    await sheet.open(saver.id)
  }

  async function isSavedAndReady(): Promise<boolean> {
    pending.drop()
    if (!isReady()) return false
    const isSaved = await saver.save()
    if (!isSaved && saver.isOffline) pending.make()
    return isSaved && saver.id !== null
  }

  /** Returns whether the publication is held, or the page is left. */
  async function send(choice: PublishChoice): Promise<'held' | 'left'> {
    await shareImage()
    const { publish_at: publishAt } = choice
    const response = await quietApi.post(`/api/studio/posts/${saver.id}/submit`, choice)
    const { id, status } = savedPostIn(response)
    if (isRecord(response) && typeof response.publishes_at === 'string') return 'held'
    toastAfterwards(submittedText(status, publishAt))
    if (publishAt) location.assign('/studio/posts?status=scheduled')
    else location.assign(status === 'pending' ? '/studio/posts?status=pending' : `/posts/${id}`)
    return 'left'
  }

  const sheet = publishSheetIn({
    form,
    author: share?.author ?? '',
    save: () => (isReady() ? saver.save() : Promise.resolve(false)),
    publish: send,
  })

  /**
   * Without one, share cards show the image of the site. So the page does not wait long for the
   * image, and a failure is not shown.
   */
  async function shareImage(): Promise<void> {
    const { title, cover_url } = read()
    if (share === null || saver.id === null || cover_url !== '' || title === share.title) return
    const { uploadShareImage } = await import('#client/editor/share-image.ts')
    const uploading = uploadShareImage(saver.id, { title, author: share.author }).then(() => {
      share.title = title
    })
    await Promise.race([
      uploading.catch(() => {}),
      new Promise((resolve) => setTimeout(resolve, SHARE_WAIT)),
    ])
  }

  function submittedText(status: string | null, publishAt: string | undefined): string {
    if (!publishAt) return status === 'pending' ? text.submitted : text.published
    const time = timeIn(viewerZone(), publishAt)
    return status === 'pending' ? text.submittedForLater(time) : text.scheduled(time)
  }

  /** Previews the saved version if autosave is on, and otherwise the copy in this browser. */
  async function preview(): Promise<void> {
    // The tab must be opened during the click, because the browser would block it later.
    const tab = open('about:blank', 'joule-preview')
    if (savesItself(saver.status) && (!(await saver.save()) || saver.id === null)) {
      tab?.close()
      return
    }
    saver.keep()
    if (tab)
      tab.location.href = `/studio/preview/${saver.id}${saver.isDirty ? `?copy=${slot}` : ''}`
  }

  function isReady(): boolean {
    // A body that has only this image is not empty. So no field is reported, and the focus stays.
    if (isUploading()) {
      toast(text.stillUploading, 'danger')
      return false
    }
    const { title, body } = read()
    const fields = {
      ...(title === '' && { title: text.required }),
      ...(body === '' && { body: text.bodyRequired }),
    }
    problems(fields)
    focusProblem(form)
    return Object.keys(fields).length === 0
  }

  const runs: Record<string, () => Promise<void>> = {
    save,
    submit: askToPublish,
    preview,
    unschedule,
    schedule: setChosenTime,
  }
  const buttons = [...findAll<HTMLButtonElement>(writeButton, form)]
  let isBusy = false
  const run = async (name: string) => {
    if (isBusy) return
    isBusy = true
    for (const button of buttons)
      button.ariaBusy = String(factsOn(writeButton, button).action === name)
    try {
      await runs[name]?.()
    } finally {
      isBusy = false
      for (const button of buttons) button.ariaBusy = null
    }
  }
  for (const button of buttons) {
    button.disabled = false
    button.addEventListener('click', () => void run(factsOn(writeButton, button).action))
  }
  form.addEventListener('submit', (event) => event.preventDefault())
  addEventListener('keydown', (event) => {
    if (
      event.key.toLowerCase() !== 's' ||
      !(event.ctrlKey || event.metaKey) ||
      event.shiftKey ||
      event.altKey
    )
      return
    event.preventDefault()
    void run('save')
  })
  return (name) => void run(name)
}
