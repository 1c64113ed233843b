import { isRecord } from '#client/api-error.ts'
import type { Attached } from '#client/behaviors/comments/drafts.ts'
import { oneFile } from '#client/behaviors/forms/file-drops.ts'
import { problemIn } from '#client/behaviors/toast.ts'
import { find, read } from '#client/hooks.ts'
import { api } from '#client/http.ts'
import { attachmentBox, removeAttachment } from '#features/community/comments/hooks.ts'
import { DECODED_SIDE_MAX, FILE_BYTES_MAX } from '#kernel/sizes.ts'

export interface Attachment {
  show(image: Attached | null): void
  /** Resolves when no upload is running. */
  finished(): Promise<void>
}

interface Listener {
  changed(image: Attached | null): void
  failed(message: string): void
}

/** One image for a comment: chosen, pasted or dropped, then shrunk and uploaded while the user is still writing. */
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
      body.append('file', await fitToSend(file), 'image')
      const response = await api.upload('/api/comments/upload-image', body, (fraction) => {
        if (isLatest()) progress.value = fraction
      })
      if (isLatest() && isRecord(response)) changed({ id: Number(response.id), url: String(response.url) })
    } catch (error) {
      if (!isLatest()) return
      preview(null)
      changed(null)
      failed(
        error instanceof DOMException || error instanceof TypeError
          ? read(attachmentBox, box).unreadable
          : problemIn(error),
      )
    } finally {
      if (isLatest()) progress.hidden = true
    }
  }
  const take = (file: File) => {
    uploading = upload(file)
  }

  oneFile(input, form, take)
  // Chosen before this code was loaded.
  if (input.files?.length) input.dispatchEvent(new Event('change'))
  form.addEventListener('paste', (event) => {
    const file = [...(event.clipboardData?.files ?? [])].find(({ type }) => type.startsWith('image/'))
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
    show(image) {
      preview(image?.url ?? null)
      progress.hidden = true
    },
    finished: () => uploading,
  }
}

/** A file that the server accepts is sent unchanged: animations stay, and the server chooses the quality. */
async function fitToSend(file: File): Promise<Blob> {
  if (file.type === 'image/gif' || file.type === 'image/webp') return file
  // Throws if the file is not an image; the caller shows the message.
  const picture = await createImageBitmap(file)
  try {
    const isTaken = file.type === 'image/jpeg' || file.type === 'image/png'
    const isFit = Math.max(picture.width, picture.height) <= DECODED_SIDE_MAX && file.size <= FILE_BYTES_MAX
    return isTaken && isFit ? file : await drawnSmaller(picture, file.type)
  } finally {
    picture.close()
  }
}

async function drawnSmaller(picture: ImageBitmap, type: string): Promise<Blob> {
  const factor = Math.min(1, DECODED_SIDE_MAX / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * factor))
  canvas.height = Math.max(1, Math.round(picture.height * factor))
  const context = canvas.getContext('2d')
  if (context) context.imageSmoothingQuality = 'high'
  context?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  const written = (as: string) => new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, as, 0.94))
  // A PNG stays PNG to keep its transparency, unless it would be too large.
  const png = type === 'image/png' ? await written('image/png') : null
  const blob = png && png.size <= FILE_BYTES_MAX ? png : await written('image/jpeg')
  if (!blob) throw new TypeError('the canvas could not be encoded')
  return blob
}
