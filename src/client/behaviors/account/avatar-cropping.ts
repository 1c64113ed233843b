import { type Crop, factorTo, moved, widestCrop, zoomed, zoomOf } from '#client/crop.ts'

/** Large enough for every screen, and small enough to upload over a slow connection. */
const SIDE_MAX = 1024
/** The part of the square by which an arrow key moves the image. */
const KEY_STEP = 0.04

interface Cropping {
  /** The part of the image inside the square. */
  cut(): Promise<Blob>
}

/**
 * Lets the user move and zoom an image under a square by dragging, pinching, wheel, keys or slider,
 * until `signal` aborts.
 */
export function cropping(
  picture: ImageBitmap,
  canvas: HTMLCanvasElement,
  slider: HTMLInputElement,
  signal: AbortSignal,
): Cropping {
  let crop = widestCrop(picture)
  const fingers = new Map<number, Place>()
  const on = <K extends keyof HTMLElementEventMap>(
    target: HTMLElement,
    type: K,
    handle: (event: HTMLElementEventMap[K]) => void,
  ) => target.addEventListener(type, handle, { signal })

  const set = (next: Crop) => {
    crop = next
    slider.value = String(Math.round(100 * zoomOf(crop, picture)))
    requestAnimationFrame(() =>
      paint(picture, crop, canvas, Math.round(canvas.clientWidth * devicePixelRatio)),
    )
  }

  on(canvas, 'pointerdown', (event) => {
    canvas.setPointerCapture(event.pointerId)
    fingers.set(event.pointerId, placeIn(canvas, event))
  })
  // One finger moves the image; two fingers also zoom by their distance.
  on(canvas, 'pointermove', (event) => {
    const before = fingers.get(event.pointerId)
    if (!before) return
    const now = placeIn(canvas, event)
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1]
    fingers.set(event.pointerId, now)
    const share = other ? 0.5 : 1
    const next = moved(crop, picture, share * (now.x - before.x), share * (now.y - before.y))
    set(
      other
        ? zoomed(next, picture, distance(before, other) / Math.max(distance(now, other), 0.01))
        : next,
    )
  })
  for (const end of ['pointerup', 'pointercancel'] as const)
    on(canvas, end, ({ pointerId }) => fingers.delete(pointerId))
  on(canvas, 'wheel', (event) => {
    event.preventDefault()
    set(zoomed(crop, picture, 1.0015 ** event.deltaY, placeIn(canvas, event)))
  })
  on(canvas, 'keydown', (event) => {
    const step = event.shiftKey ? KEY_STEP * 4 : KEY_STEP
    const arrow = ARROWS[event.key]
    const factor = ZOOM_KEYS[event.key]
    if (!arrow && !factor) return
    event.preventDefault()
    set(
      arrow
        ? moved(crop, picture, arrow[0] * step, arrow[1] * step)
        : zoomed(crop, picture, factor ?? 1),
    )
  })
  on(slider, 'input', () =>
    set(zoomed(crop, picture, factorTo(slider.valueAsNumber / 100, crop, picture))),
  )

  slider.disabled = factorTo(1, crop, picture) === 1
  set(crop)
  return { cut: () => cut(picture, crop) }
}

/** The image is scaled down to `SIDE_MAX` if it is larger, and never up. */
async function cut(picture: ImageBitmap, crop: Crop): Promise<Blob> {
  const canvas = document.createElement('canvas')
  paint(picture, crop, canvas, Math.min(SIDE_MAX, Math.round(crop.side)))
  // A browser that cannot write WebP writes PNG, which the server also accepts.
  const blob = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, 'image/webp', 0.92),
  )
  if (!blob) throw new Error('the canvas could not be encoded')
  return blob
}

function paint(
  picture: ImageBitmap,
  { x, y, side }: Crop,
  canvas: HTMLCanvasElement,
  pixels: number,
): void {
  canvas.width = pixels
  canvas.height = pixels
  const context = canvas.getContext('2d')
  if (!context) return
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, x - side / 2, y - side / 2, side, side, 0, 0, pixels, pixels)
}

/** A point in the square. Both coordinates are from 0 to 1. */
interface Place {
  x: number
  y: number
}

function placeIn(canvas: HTMLCanvasElement, { clientX, clientY }: MouseEvent): Place {
  const { left, top, width, height } = canvas.getBoundingClientRect()
  return { x: (clientX - left) / width, y: (clientY - top) / height }
}

function distance(a: Place, b: Place): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}

const ARROWS: Record<string, [right: number, down: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

const ZOOM_KEYS: Record<string, number> = { '+': 0.9, '=': 0.9, '-': 1 / 0.9, _: 1 / 0.9 }
