import type { Attached } from '#client/behaviors/comments/drafts.ts'
import { oneFile } from '#client/behaviors/forms/file-drops.ts'
import { problemIn } from '#client/behaviors/toast.ts'
import { fitForUpload, ImageProblem } from '#client/fit-image.ts'
import { find, read } from '#client/hooks.ts'
import { api } from '#client/http.ts'
import { attachmentBox, removeAttachment } from '#features/community/comments/hooks.ts'

export interface Attachment {
  show(image: Attached | null): void
  /** Resolves when no upload is running. */
  finished(): Promise<void>
}

interface Listener {
  changed(image: Attached | null): void
  failed(message: string): void
}

/**
 * One image for a comment. The user chooses, pastes or drops it, and it is scaled down and uploaded
 * while they are still writing.
 */
export function attachment(form: HTMLFormElement, { changed, failed }: Listener): Attachment {
  const box = find(attachmentBox, form)
  const input = box?.querySelector('input')
  const progress = box?.querySelector('progress')
  if (!box || !input || !progress) throw new Error('the form has no image attachment elements')
  const picture = box.querySelector('img') ?? document.createElement('img')
  picture.alt = ''
  progress.before(picture)
  let uploading: Promise<void> = Promise.resolve()
  let latest = 0

  const preview = (url: string | null) => {
    if (picture.src.startsWith('blob:')) URL.revokeObjectURL(picture.src)
    if (url === null) picture.removeAttribute('src')
    else picture.src = url
    box.hidden = url === null
  }
  const upload = async (file: File) => {
    const own = ++latest
    const isLatest = () => own === latest
    failed('')
    preview(URL.createObjectURL(file))
    progress.value = 0
    progress.hidden = false
    try {
      const body = new FormData()
      // A GIF is sent as it is, and the server says whether it is too large.
      body.append('file', file.type === 'image/gif' ? file : await fitForUpload(file), 'image')
      const response = await api.upload('/api/comments/upload-image', body, (fraction) => {
        if (isLatest()) progress.value = fraction
      })
      if (isLatest()) changed({ id: Number(response.id), url: String(response.url) })
    } catch (error) {
      if (!isLatest()) return
      preview(null)
      changed(null)
      failed(error instanceof ImageProblem ? read(attachmentBox, box).unreadable : problemIn(error))
    } finally {
      if (isLatest()) progress.hidden = true
    }
  }
  const take = (file: File) => {
    uploading = upload(file)
  }

  oneFile(input, form, take)
  // The user may have chosen a file before this code was loaded.
  if (input.files?.length) input.dispatchEvent(new Event('change'))
  form.addEventListener('paste', (event) => {
    const file = [...(event.clipboardData?.files ?? [])].find(({ type }) =>
      type.startsWith('image/'),
    )
    if (!file) return
    event.preventDefault()
    take(file)
  })
  find(removeAttachment, box)?.addEventListener('click', () => {
    latest++
    preview(null)
    changed(null)
    form.querySelector('textarea')?.focus()
  })
  return {
    show(image: Attached | null): void {
      preview(image?.url ?? null)
      progress.hidden = true
    },
    finished: () => uploading,
  }
}
