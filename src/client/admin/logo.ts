import { cropping } from '#client/behaviors/account/avatar-cropping.ts'
import { chosenFiles } from '#client/behaviors/forms/file-drops.ts'
import { problemIn, toastAfterwards } from '#client/behaviors/toast.ts'
import { part } from '#client/editor/parts.ts'
import { say } from '#client/elements.ts'
import { find, findAll, read } from '#client/hooks.ts'
import { api } from '#client/http.ts'
import {
  logoCrop,
  logoDialog,
  logoError,
  logoProblem,
  logoRow,
  logoSample,
  logoTrim,
  logoZoom,
} from '#features/operations/admin/identity/hooks.ts'
import type { LogoKind } from '#kernel/look/logos.ts'

/** The logo card: a chosen image is shown as it will be, and is uploaded after the owner saves. */
export function logo(): void {
  const area = find(logoDialog)
  if (!area) return
  const { unreadable } = read(logoDialog, area)
  for (const row of findAll(logoRow)) {
    const input = part(row, 'input[type="file"]', HTMLInputElement)
    chosenFiles(input, async ([file]) => {
      const picture = file && (await createImageBitmap(file).catch(() => null))
      say(find(logoProblem, row), picture ? '' : unreadable)
      if (picture) open(area, read(logoRow, row).kind, picture)
    })
  }
}

function open(area: HTMLElement, kind: LogoKind, picture: ImageBitmap): void {
  const dialog = part(area, 'dialog', HTMLDialogElement)
  const crop = part(dialog, logoCrop.selector, HTMLElement)
  const trim = part(dialog, logoTrim.selector, HTMLElement)
  const isSquare = kind === 'square'
  crop.hidden = !isSquare
  trim.hidden = isSquare
  say(find(logoError, dialog), '')
  dialog.showModal()
  const closed = new AbortController()
  dialog.addEventListener('close', () => closed.abort(), { once: true })
  const result = isSquare
    ? cropped(crop, picture, closed.signal)
    : trimmed(part(trim, 'input', HTMLInputElement), picture)
  const paint = () => {
    if (closed.signal.aborted) return
    for (const sample of findAll(logoSample, dialog)) show(result.shown(), sample, kind === 'wide')
    requestAnimationFrame(paint)
  }
  paint()
  part(dialog, 'form', HTMLFormElement).addEventListener(
    'submit',
    (event) => {
      event.preventDefault()
      void send(area, dialog, kind, result.file)
    },
    { signal: closed.signal },
  )
}

/** What the owner sees in the dialog, and the file that is uploaded. */
interface Result {
  shown(): HTMLCanvasElement
  file(): Promise<Blob>
}

function cropped(crop: HTMLElement, picture: ImageBitmap, signal: AbortSignal): Result {
  const canvas = part(crop, 'canvas', HTMLCanvasElement)
  canvas.focus()
  const { cut } = cropping(picture, canvas, part(crop, logoZoom.selector, HTMLInputElement), signal)
  return { shown: () => canvas, file: cut }
}

function trimmed(box: HTMLInputElement, picture: ImageBitmap): Result {
  const whole = canvasOf(picture, { x: 0, y: 0, width: picture.width, height: picture.height })
  const content = canvasOf(picture, contentOf(whole, picture))
  const shown = () => (box.checked ? content : whole)
  return { shown, file: () => asFile(shown()) }
}

interface Area {
  x: number
  y: number
  width: number
  height: number
}

/** Larger than the size that the server stores, and small enough to upload. */
const WIDTH_MAX = 1200

function canvasOf(picture: ImageBitmap, { x, y, width, height }: Area): HTMLCanvasElement {
  const scale = Math.min(1, WIDTH_MAX / Math.max(width, height))
  const canvas = Object.assign(document.createElement('canvas'), {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  })
  const context = canvas.getContext('2d')
  if (context) {
    context.imageSmoothingQuality = 'high'
    context.drawImage(picture, x, y, width, height, 0, 0, canvas.width, canvas.height)
  }
  return canvas
}

/** A smaller difference from the colour of the corner is noise of the compression. */
const DIFFERENCE_MIN = 24

/** The image without the margin that has the colour of its corner, in pixels of the image. */
function contentOf(canvas: HTMLCanvasElement, picture: ImageBitmap): Area {
  const whole = { x: 0, y: 0, width: picture.width, height: picture.height }
  const context = canvas.getContext('2d')
  if (!context) return whole
  const { width, height } = canvas
  const { data } = context.getImageData(0, 0, width, height)
  let [left, top, right, bottom] = [width, height, -1, -1]
  for (let at = 0; at < data.length; at += 4) {
    if (!differs(data, at)) continue
    const [x, y] = [(at / 4) % width, Math.floor(at / 4 / width)]
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  if (right < 0) return whole
  const scale = picture.width / width
  return {
    x: left * scale,
    y: top * scale,
    width: (right - left + 1) * scale,
    height: (bottom - top + 1) * scale,
  }
}

/** Whether a pixel differs from the first one. Two transparent pixels are the same. */
function differs(data: Uint8ClampedArray, at: number): boolean {
  const value = (pixel: number, n: number) => data[pixel + n] ?? 0
  if (value(at, 3) < DIFFERENCE_MIN && value(0, 3) < DIFFERENCE_MIN) return false
  return [0, 1, 2, 3].some((n) => Math.abs(value(at, n) - value(0, n)) > DIFFERENCE_MIN)
}

function show(from: HTMLCanvasElement, sample: HTMLElement, replacesName: boolean): void {
  const canvas = part(sample, 'canvas', HTMLCanvasElement)
  const ratio = from.width / Math.max(1, from.height)
  const height = Math.min(BAR_HEIGHT, BAR_WIDTH / ratio)
  canvas.width = Math.max(1, Math.round(height * ratio * devicePixelRatio))
  canvas.height = Math.max(1, Math.round(height * devicePixelRatio))
  canvas.style.width = `${height * ratio}px`
  const context = canvas.getContext('2d')
  if (context && from.width > 0) {
    context.imageSmoothingQuality = 'high'
    context.drawImage(from, 0, 0, canvas.width, canvas.height)
  }
  part(sample, 'strong', HTMLElement).hidden = replacesName
}

/** The size of a logo in the bar. */
const BAR_HEIGHT = 32
const BAR_WIDTH = 240

/** As PNG, to keep transparency and sharp edges. */
async function asFile(canvas: HTMLCanvasElement): Promise<Blob> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('the canvas could not be encoded')
  return blob
}

async function send(
  area: HTMLElement,
  dialog: HTMLDialogElement,
  kind: LogoKind,
  file: () => Promise<Blob>,
): Promise<void> {
  const button = part(dialog, '[type="submit"]', HTMLButtonElement)
  if (button.ariaBusy === 'true') return
  button.ariaBusy = 'true'
  try {
    const form = new FormData()
    form.append('file', await file(), 'logo')
    await api.upload(`/api/admin/identity/logo?kind=${kind}`, form)
    toastAfterwards(read(logoDialog, area).saved)
    location.reload()
  } catch (error) {
    say(find(logoError, dialog), problemIn(error))
  } finally {
    button.ariaBusy = 'false'
  }
}
