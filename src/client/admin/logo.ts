import { chosenFiles } from '#client/behaviors/forms/file-drops.ts'
import { problemIn, toastAfterwards } from '#client/behaviors/toast.ts'
import { say } from '#client/elements.ts'
import { find, read } from '#client/hooks.ts'
import { api } from '#client/http.ts'
import { logoCard, logoProblem } from '#features/operations/admin/frame/hooks.ts'

/** Larger than the size that the server stores, and small enough to upload. */
const SIDE_MAX = 1024

/**
 * The logo card of the site settings: crops a chosen image to its middle square and uploads it at
 * once.
 */
export function logo(): void {
  const card = find(logoCard)
  const input = card?.querySelector<HTMLInputElement>('input[type="file"]')
  if (card && input) chosenFiles(input, ([file]) => file && void send(card, file))
}

async function send(card: HTMLElement, file: File): Promise<void> {
  const { saved, unreadable } = read(logoCard, card)
  const problem = find(logoProblem, card)
  say(problem, '')
  card.ariaBusy = 'true'
  try {
    const square = await middleSquare(file)
    if (square === null) return say(problem, unreadable)
    const form = new FormData()
    form.append('file', square, 'logo.png')
    await api.upload('/api/admin/identity/logo', form)
    toastAfterwards(saved)
    location.reload()
  } catch (error) {
    say(problem, problemIn(error))
  } finally {
    card.ariaBusy = 'false'
  }
}

/** The middle square as PNG, to keep transparency. Null if the file is not an image. */
async function middleSquare(file: File): Promise<Blob | null> {
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (bitmap === null) return null
  const side = Math.min(bitmap.width, bitmap.height)
  const shown = Math.min(side, SIDE_MAX)
  const canvas = Object.assign(document.createElement('canvas'), { width: shown, height: shown })
  const context = canvas.getContext('2d')
  if (context === null) return null
  context.imageSmoothingQuality = 'high'
  context.drawImage(
    bitmap,
    (bitmap.width - side) / 2,
    (bitmap.height - side) / 2,
    side,
    side,
    0,
    0,
    shown,
    shown,
  )
  bitmap.close()
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}
