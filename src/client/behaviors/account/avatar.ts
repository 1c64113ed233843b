import { ApiError, isRecord } from '#client/api-error.ts'
import { cropping } from '#client/behaviors/account/avatar-cropping.ts'
import { oneFile } from '#client/behaviors/forms/file-drops.ts'
import { toast, toastAfterwards } from '#client/behaviors/toast.ts'
import { part } from '#client/editor/parts.ts'
import { say } from '#client/elements.ts'
import { findAll, read, where, write } from '#client/hooks.ts'
import { api } from '#client/http.ts'
import { avatarCard, avatarProblem, cropProblem, cropZoom } from '#features/pages/settings/hooks.ts'
import { avatarOf, dialogCloser, fileChooser } from '#web/components/hooks.ts'

/**
 * The avatar card of the settings: the user chooses or drops an image, crops it and uploads it. The
 * new avatar is shown everywhere on the page.
 */
export function avatar(card: HTMLElement): void {
  const button = part(card, fileChooser.selector, HTMLButtonElement)
  const input = part(card, 'input[type="file"]', HTMLInputElement)
  const problem = part(card, avatarProblem.selector, HTMLElement)
  const open = async (file: File) => {
    say(problem, '')
    button.ariaBusy = 'true'
    try {
      openCrop(card, await createImageBitmap(file))
    } catch {
      say(problem, read(avatarCard, card).unreadable)
    } finally {
      button.ariaBusy = 'false'
    }
  }
  oneFile(input, card, open)
}

function openCrop(card: HTMLElement, picture: ImageBitmap): void {
  const dialog = part(card, 'dialog', HTMLDialogElement)
  const form = part(dialog, 'form', HTMLFormElement)
  const canvas = part(dialog, 'canvas', HTMLCanvasElement)
  const slider = part(dialog, cropZoom.selector, HTMLInputElement)
  const closed = new AbortController()
  dialog.addEventListener('close', () => closed.abort(), { once: true })
  // An upload that has begun cannot be cancelled.
  dialog.addEventListener('cancel', (event) => isBusy(dialog) && event.preventDefault(), {
    signal: closed.signal,
  })
  say(part(dialog, cropProblem.selector, HTMLElement), '')
  dialog.showModal()
  canvas.focus()
  const { cut } = cropping(picture, canvas, slider, closed.signal)
  form.addEventListener(
    'submit',
    (event) => {
      event.preventDefault()
      void upload(card, dialog, cut)
    },
    { signal: closed.signal },
  )
}

async function upload(
  card: HTMLElement,
  dialog: HTMLDialogElement,
  cut: () => Promise<Blob>,
): Promise<void> {
  const problem = part(dialog, cropProblem.selector, HTMLElement)
  const progress = part(dialog, 'progress', HTMLProgressElement)
  if (isBusy(dialog)) return
  setBusy(dialog, true)
  say(problem, '')
  progress.value = 0
  progress.hidden = false
  try {
    const form = new FormData()
    form.append('file', await cut(), 'avatar')
    const response = await api.upload('/api/settings/avatar', form, (fraction) => {
      progress.value = fraction
    })
    if (!isRecord(response.review)) return done(card, dialog, String(response.avatar_url))
    // With review, the page shows the avatar that waits for it only after it is loaded again.
    toastAfterwards(read(avatarCard, card).submitted)
    location.reload()
  } catch (error) {
    say(problem, error instanceof ApiError ? error.message : read(avatarCard, card).unreadable)
  } finally {
    setBusy(dialog, false)
    progress.hidden = true
  }
}

function done(card: HTMLElement, dialog: HTMLDialogElement, url: string): void {
  const { saved, first } = read(avatarCard, card)
  dialog.close()
  showEverywhere(card, url)
  if (!first) toast(saved)
  else {
    // The first avatar earns exp, so the whole page must be reloaded to show it.
    toastAfterwards(saved)
    location.reload()
  }
}

function showEverywhere(card: HTMLElement, url: string): void {
  const own = read(avatarOf, part(card, '.avatar', HTMLElement))
  for (const old of findAll(where(avatarOf, own))) {
    const image = document.createElement('img')
    image.className = old.className.replace(/ hue\d/, '')
    Object.assign(image, { src: url, alt: '', width: 72, height: 72 })
    write(avatarOf, image, own)
    old.replaceWith(image)
  }
}

function isBusy(dialog: HTMLDialogElement): boolean {
  return part(dialog, '[type="submit"]', HTMLButtonElement).ariaBusy === 'true'
}

function setBusy(dialog: HTMLDialogElement, busy: boolean): void {
  part(dialog, '[type="submit"]', HTMLButtonElement).ariaBusy = String(busy)
  part(dialog, dialogCloser.selector, HTMLButtonElement).disabled = busy
}
