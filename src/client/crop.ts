interface Size {
  width: number
  height: number
}

/** The visible square of an image: its centre and side, in pixels of the image. */
export interface Crop {
  x: number
  y: number
  side: number
}

const ZOOM_MAX = 6
/** Minimum side of an avatar, in pixels. */
const SMALLEST_SIDE = 96

export function widestCrop({ width, height }: Size): Crop {
  return { x: width / 2, y: height / 2, side: Math.min(width, height) }
}

/** Moves the image under the crop by a fraction of the visible part, up to its edge. */
export function moved(crop: Crop, picture: Size, right: number, down: number): Crop {
  return within({ ...crop, x: crop.x - right * crop.side, y: crop.y - down * crop.side }, picture)
}

/** Scales the side by a factor. The point `at` (from 0 to 1 across the crop) stays in place. */
export function zoomed(crop: Crop, picture: Size, factor: number, at = { x: 0.5, y: 0.5 }): Crop {
  const side = clamp(crop.side * factor, narrowestSide(picture), widestCrop(picture).side)
  const kept = crop.side - side
  return within({ x: crop.x + (at.x - 0.5) * kept, y: crop.y + (at.y - 0.5) * kept, side }, picture)
}

/**
 * From 0 (the whole image) to 1 (maximum zoom), logarithmic, so that every slider step looks the
 * same.
 */
export function zoomOf({ side }: Crop, picture: Size): number {
  const widest = widestCrop(picture).side
  const range = Math.log(narrowestSide(picture) / widest)
  return range === 0 ? 0 : Math.log(side / widest) / range
}

export function factorTo(zoom: number, { side }: Crop, picture: Size): number {
  const widest = widestCrop(picture).side
  return (widest * (narrowestSide(picture) / widest) ** zoom) / side
}

function narrowestSide(picture: Size): number {
  const { side } = widestCrop(picture)
  return Math.min(side, Math.max(side / ZOOM_MAX, SMALLEST_SIDE))
}

function within({ x, y, side }: Crop, { width, height }: Size): Crop {
  return { x: clamp(x, side / 2, width - side / 2), y: clamp(y, side / 2, height - side / 2), side }
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most)
}
