import { oneFile } from '#client/behaviors/forms/file-drops.ts'
import { uploadImage, uploadProblem } from '#client/editor/images.ts'
import { part } from '#client/editor/parts.ts'
import { say } from '#client/elements.ts'
import { read } from '#client/hooks.ts'
import { coverBox, coverPreview, coverRemover } from '#features/pages/studio/hooks.ts'
import { fieldError, fileChooser } from '#web/components/hooks.ts'

interface CoverField {
  /** The URL of the cover; empty without one. */
  read(): string
  write(url: string): void
}

/** The cover image of the post, which the author chooses, drops or removes. */
export function coverField(field: HTMLElement, changed: () => void): CoverField {
  const value = part(field, '[name="cover_url"]', HTMLInputElement)
  const file = part(field, 'input[type="file"]', HTMLInputElement)
  const preview = part(field, coverPreview.selector, HTMLElement)
  const progress = part(field, 'progress', HTMLProgressElement)
  const choose = part(field, fileChooser.selector, HTMLButtonElement)
  const remove = part(field, coverRemover.selector, HTMLButtonElement)
  const problem = part(field, fieldError.selector, HTMLElement)

  const set = (url: string) => {
    value.value = url
    preview.hidden = remove.hidden = url === ''
    const text = read(coverBox, field)
    const isLinked = text.external !== undefined && !url.startsWith('/')
    const picture = isLinked
      ? (text.external ?? '')
      : Object.assign(new Image(), { src: url, alt: text.alt })
    preview.replaceChildren(...(url ? [picture] : []))
    part(choose, 'span', HTMLElement).textContent = url ? text.change : text.choose
  }
  const upload = async (picture: File) => {
    say(problem, '')
    progress.value = 0
    progress.hidden = false
    choose.ariaBusy = 'true'
    try {
      const { url } = await uploadImage(picture, (fraction) => {
        progress.value = fraction
      })
      set(url)
      changed()
    } catch (error) {
      say(problem, uploadProblem(error))
    } finally {
      progress.hidden = true
      choose.ariaBusy = null
    }
  }

  remove.addEventListener('click', () => {
    set('')
    changed()
    choose.focus()
  })
  oneFile(file, field, upload)
  return { read: () => value.value, write: set }
}
