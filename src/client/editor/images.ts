import { ApiError, isRecord } from '#client/api-error.ts'
import { copyOf, editorApi, part } from '#client/editor/parts.ts'
import { editorText } from '#client/editor/text.ts'
import { where } from '#client/hooks.ts'
import { clientText } from '#client/text.ts'
import { uploadButton } from '#features/pages/studio/hooks.ts'
import { DECODED_SIDE_MAX, FILE_BYTES_MAX } from '#kernel/sizes.ts'

/** The server makes smaller variants of images that it can decode. */
const SIDE_MAX = DECODED_SIDE_MAX
/** Types that the server accepts. */
const TAKEN = ['image/jpeg', 'image/png', 'image/gif', 'image/webp']

/** A problem that the author can fix. Its name is also the name of its text in the editor. */
export class ImageProblem extends Error {
  readonly problem: 'notAnImage' | 'gifTooLarge'

  constructor(problem: ImageProblem['problem']) {
    super(problem)
    this.problem = problem
  }
}

/**
 * Makes an image fit for upload: at most 2048 pixels per side and 5 MB. A fitting file is sent unchanged, and so is
 * every GIF, because it may be animated. Formats that the browser can open and the server does not accept are
 * converted.
 */
export async function fitForUpload(file: Blob): Promise<Blob> {
  if (file.type === 'image/gif') {
    if (file.size > FILE_BYTES_MAX) throw new ImageProblem('gifTooLarge')
    return file
  }
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (!bitmap) throw new ImageProblem('notAnImage')
  try {
    const isFit = Math.max(bitmap.width, bitmap.height) <= SIDE_MAX && file.size <= FILE_BYTES_MAX
    return isFit && TAKEN.includes(file.type) ? file : await drawnSmaller(bitmap, file.type)
  } finally {
    bitmap.close()
  }
}

async function drawnSmaller(bitmap: ImageBitmap, type: string): Promise<Blob> {
  for (const maxSide of [SIDE_MAX, 1920, 1440, 1080]) {
    const { width, height } = scaled(bitmap, maxSide)
    const canvas = Object.assign(document.createElement('canvas'), { width, height })
    const context = canvas.getContext('2d')
    if (!context) break
    context.imageSmoothingQuality = 'high'
    context.drawImage(bitmap, 0, 0, width, height)
    const drawn = await written(canvas, type)
    if (drawn && drawn.size <= FILE_BYTES_MAX) return drawn
  }
  throw new ImageProblem('notAnImage')
}

/** As WebP. If the browser cannot write WebP, photos become JPEG and the rest PNG, to keep transparency. */
async function written(canvas: HTMLCanvasElement, from: string): Promise<Blob | null> {
  const as = (type: string) => new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.86))
  const webp = await as('image/webp')
  return webp?.type === 'image/webp' || from === 'image/png' ? webp : as('image/jpeg')
}

export function scaled({ width, height }: { width: number; height: number }, maxSide: number) {
  const factor = Math.min(1, maxSide / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * factor)), height: Math.max(1, Math.round(height * factor)) }
}

export interface Uploaded {
  url: string
  width: number
  height: number
}

export async function uploadImage(file: Blob, onProgress: (fraction: number) => void): Promise<Uploaded> {
  const form = new FormData()
  form.append('file', await fitForUpload(file), 'image')
  const response = await editorApi.upload('/api/posts/upload-image', form, onProgress)
  if (!isRecord(response)) throw new TypeError('the response is not an image')
  return { url: String(response.url), width: Number(response.width), height: Number(response.height) }
}

export function uploadProblem(error: unknown): string {
  if (error instanceof ImageProblem) return editorText()[error.problem]
  return error instanceof ApiError ? error.message : clientText().unreadable
}

interface Outcome {
  done(uploaded: Uploaded): void
  givenUp(): void
}

/** Shows an image during its upload with a progress bar, and a retry button if the upload fails. */
export function uploadPlaceholder(file: File, { done, givenUp }: Outcome): HTMLElement {
  const dom = copyOf('upload')
  const progress = part(dom, 'progress', HTMLProgressElement)
  const problem = part(dom, '[role="alert"]', HTMLElement)
  const retry = part(dom, where(uploadButton, { action: 'retry' }).selector, HTMLButtonElement)
  const address = URL.createObjectURL(file)
  const image = Object.assign(document.createElement('img'), { className: 'upload-picture', alt: '', src: address })
  progress.before(image)

  const start = async () => {
    ;[progress.hidden, problem.hidden, retry.hidden] = [false, true, true]
    progress.value = 0
    try {
      const uploaded = await uploadImage(file, (fraction) => {
        progress.value = fraction
      })
      done(uploaded)
      URL.revokeObjectURL(address)
    } catch (error) {
      ;[progress.hidden, problem.hidden, retry.hidden] = [true, false, error instanceof ImageProblem]
      problem.textContent = uploadProblem(error)
    }
  }

  retry.addEventListener('click', start)
  part(dom, where(uploadButton, { action: 'remove' }).selector, HTMLButtonElement).addEventListener('click', () => {
    givenUp()
    URL.revokeObjectURL(address)
  })
  void start()
  return dom
}
