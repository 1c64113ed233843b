import { DECODED_SIDE_MAX, FILE_BYTES_MAX } from '#kernel/sizes.ts'

/** The types that the server accepts. */
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
 * Makes an image fit for the upload: its sides and its bytes are within the limits of the server. A
 * file that fits is sent unchanged, and so is every GIF, because it may be animated; a GIF that is
 * too large is refused. Other images are scaled down. Formats that the browser can open and the
 * server does not accept are converted.
 */
export async function fitForUpload(file: Blob): Promise<Blob> {
  if (file.type === 'image/gif') {
    if (file.size > FILE_BYTES_MAX) throw new ImageProblem('gifTooLarge')
    return file
  }
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (!bitmap) throw new ImageProblem('notAnImage')
  try {
    const isFit =
      Math.max(bitmap.width, bitmap.height) <= DECODED_SIDE_MAX && file.size <= FILE_BYTES_MAX
    return isFit && TAKEN.includes(file.type) ? file : await drawnSmaller(bitmap, file.type)
  } finally {
    bitmap.close()
  }
}

async function drawnSmaller(bitmap: ImageBitmap, type: string): Promise<Blob> {
  for (const maxSide of [DECODED_SIDE_MAX, 1920, 1440, 1080]) {
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

/**
 * The image as WebP. If the browser cannot write WebP, a PNG stays PNG to keep its transparency,
 * and every other image becomes JPEG.
 */
async function written(canvas: HTMLCanvasElement, from: string): Promise<Blob | null> {
  const as = (type: string) =>
    new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.86))
  const webp = await as('image/webp')
  return webp?.type === 'image/webp' || from === 'image/png' ? webp : as('image/jpeg')
}

interface Size {
  width: number
  height: number
}

/** The size of an image with the same ratio whose longer side is at most `maxSide`. */
export function scaled({ width, height }: Size, maxSide: number): Size {
  const factor = Math.min(1, maxSide / Math.max(width, height))
  return {
    width: Math.max(1, Math.round(width * factor)),
    height: Math.max(1, Math.round(height * factor)),
  }
}
