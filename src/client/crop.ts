interface Size {
  width: number
  height: number
}

/** The square of a picture that is shown: its centre and its side, in pixels of the picture. */
export interface Crop {
  x: number
  y: number
  side: number
}

const ZOOM_MAX = 6
/** A square of fewer pixels than this makes no avatar worth looking at. */
const SMALLEST_SIDE = 96

export function widestCrop({ width, height }: Size): Crop {
  return { x: width / 2, y: height / 2, side: Math.min(width, height) }
}

/** Moves the picture under the crop by a part of what is shown; never beyond its edge. */
export function moved(crop: Crop, picture: Size, right: number, down: number): Crop {
  return within({ ...crop, x: crop.x - right * crop.side, y: crop.y - down * crop.side }, picture)
}

/** Changes the side by a factor. What is at the point `at` (from 0 to 1 across the crop) stays there. */
export function zoomed(crop: Crop, picture: Size, factor: number, at = { x: 0.5, y: 0.5 }): Crop {
  const side = clamp(crop.side * factor, narrowestSide(picture), widestCrop(picture).side)
  const kept = crop.side - side
  return within({ x: crop.x + (at.x - 0.5) * kept, y: crop.y + (at.y - 0.5) * kept, side }, picture)
}

/** From 0 (all of it) to 1 (as near as it goes), so that every step of a slider looks the same. */
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
