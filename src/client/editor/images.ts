import { ApiError, isRecord } from '#client/api-error.ts'
import { copyOf, part } from '#client/editor/parts.ts'
import { editorText } from '#client/editor/text.ts'
import { fitForUpload, ImageProblem } from '#client/fit-image.ts'
import { where } from '#client/hooks.ts'
import { quietApi } from '#client/http.ts'
import { clientText } from '#client/text.ts'
import { uploadButton } from '#features/pages/studio/hooks.ts'

/** An image that the server has stored, with its size in pixels. */
export interface Uploaded {
  url: string
  width: number
  height: number
}

/** `onProgress` gets the part that has been sent, from 0 to 1. */
export async function uploadImage(
  file: Blob,
  onProgress: (fraction: number) => void,
): Promise<Uploaded> {
  const form = new FormData()
  form.append('file', await fitForUpload(file), 'image')
  const response = await quietApi.upload('/api/posts/upload-image', form, onProgress)
  if (!isRecord(response)) throw new TypeError('the response is not an image')
  return {
    url: String(response.url),
    width: Number(response.width),
    height: Number(response.height),
  }
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
  const image = Object.assign(document.createElement('img'), {
    className: 'upload-picture',
    alt: '',
    src: address,
  })
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
      ;[progress.hidden, problem.hidden, retry.hidden] = [
        true,
        false,
        error instanceof ImageProblem,
      ]
      problem.textContent = uploadProblem(error)
    }
  }

  retry.addEventListener('click', start)
  part(dom, where(uploadButton, { action: 'remove' }).selector, HTMLButtonElement).addEventListener(
    'click',
    () => {
      givenUp()
      URL.revokeObjectURL(address)
    },
  )
  void start()
  return dom
}
