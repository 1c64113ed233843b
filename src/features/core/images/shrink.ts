import type { Pixels } from '#features/core/images/pixels.ts'

/**
 * Scales the middle of an image down: each pixel is the average of a block. The result is premultiplied by alpha, so that the
 * colours of transparent pixels do not affect visible edges.
 */
export function shrinkMiddle({ data, width, height }: Pixels, block: number, to: Pixels): void {
  const left = Math.floor((width - to.width * block) / 2)
  const top = Math.floor((height - to.height * block) / 2)
  const pixels = block * block
  for (let y = 0, at = 0; y < to.height; y += 1) {
    for (let x = 0; x < to.width; x += 1, at += 4) {
      let [red, green, blue, alpha] = [0, 0, 0, 0]
      for (let row = 0; row < block; row += 1) {
        let from = ((top + y * block + row) * width + left + x * block) * 4
        for (let column = 0; column < block; column += 1, from += 4) {
          const weight = data[from + 3] ?? 0
          red += (data[from] ?? 0) * weight
          green += (data[from + 1] ?? 0) * weight
          blue += (data[from + 2] ?? 0) * weight
          alpha += weight
        }
      }
      to.data[at] = red / (255 * pixels)
      to.data[at + 1] = green / (255 * pixels)
      to.data[at + 2] = blue / (255 * pixels)
      to.data[at + 3] = alpha / pixels
    }
  }
}

/** Scales the whole image down: each pixel is the average of its area. The result is premultiplied by alpha. */
export function shrinkAll({ data, width, height }: Pixels, to: Pixels): void {
  const [across, down] = [width / to.width, height / to.height]
  for (let y = 0, at = 0; y < to.height; y += 1) {
    const [top, bottom] = [y * down, Math.min((y + 1) * down, height)]
    for (let x = 0; x < to.width; x += 1, at += 4) {
      const [left, right] = [x * across, Math.min((x + 1) * across, width)]
      let [red, green, blue, alpha] = [0, 0, 0, 0]
      for (let row = Math.floor(top); row < bottom; row += 1) {
        const tall = Math.min(row + 1, bottom) - Math.max(row, top)
        for (let column = Math.floor(left); column < right; column += 1) {
          const from = (row * width + column) * 4
          const weight = (data[from + 3] ?? 0) * tall * (Math.min(column + 1, right) - Math.max(column, left))
          red += (data[from] ?? 0) * weight
          green += (data[from + 1] ?? 0) * weight
          blue += (data[from + 2] ?? 0) * weight
          alpha += weight
        }
      }
      const area = (bottom - top) * (right - left)
      to.data[at] = red / (255 * area)
      to.data[at + 1] = green / (255 * area)
      to.data[at + 2] = blue / (255 * area)
      to.data[at + 3] = alpha / area
    }
  }
}

/** Converts premultiplied colours back, in place. */
export function straightenAlpha(pixels: Pixels): Pixels {
  const { data } = pixels
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] ?? 255
    if (alpha === 0 || alpha === 255) continue
    for (let channel = at; channel < at + 3; channel += 1) data[channel] = ((data[channel] ?? 0) * 255) / alpha
  }
  return pixels
}
