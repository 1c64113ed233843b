import { DECODED_SIDE_MAX, FILE_BYTES_MAX } from '#kernel/sizes.ts'

/** A file that the server takes stays as it is: animations go on moving, and the server chooses the quality itself. */
export async function fitToSend(file: File): Promise<Blob> {
  if (file.type === 'image/gif' || file.type === 'image/webp') return file
  // Throws for a file that is no image; the caller tells the reader.
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
  // What is transparent in a PNG stays so, unless that would be too large.
  const png = type === 'image/png' ? await written('image/png') : null
  const blob = png && png.size <= FILE_BYTES_MAX ? png : await written('image/jpeg')
  if (!blob) throw new TypeError('the picture could not be written')
  return blob
}
