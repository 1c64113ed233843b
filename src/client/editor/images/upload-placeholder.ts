import { ImageProblem } from '#client/editor/images/shrink-image.ts'
import { type Uploaded, uploadImage, uploadProblem } from '#client/editor/images/upload-image.ts'
import { copyOf, part } from '#client/editor/parts.ts'
import { where } from '#client/hooks.ts'
import { uploadButton } from '#features/pages/studio/hooks.ts'

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
