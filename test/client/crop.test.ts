import { expect, test } from 'vitest'
import { type Crop, factorTo, moved, widestCrop, zoomed, zoomOf } from '#client/crop.ts'

const picture = { width: 1600, height: 900 }

const edges = ({ x, y, side }: Crop) => [x - side / 2, y - side / 2, x + side / 2, y + side / 2]

test('the initial crop is the largest middle square', () => {
  expect(widestCrop(picture)).toEqual({ x: 800, y: 450, side: 900 })
})

test('dragging moves the image up to its edge', () => {
  const middle = widestCrop(picture)
  expect(edges(moved(middle, picture, 0.1, 0))).toEqual([260, 0, 1160, 900])
  expect(edges(moved(middle, picture, 5, 5))).toEqual([0, 0, 900, 900])
  expect(edges(moved(middle, picture, -5, -5))).toEqual([700, 0, 1600, 900])
})

test('zooming keeps the point under the pointer in place', () => {
  const at = { x: 0.25, y: 0.75 }
  const under = ({ x, y, side }: Crop) => [x + (at.x - 0.5) * side, y + (at.y - 0.5) * side]
  const near = zoomed(widestCrop(picture), picture, 0.5, at)
  expect(under(near)).toEqual(under(widestCrop(picture)))
})

test('zooming out at an edge stays within the image', () => {
  const corner = moved(zoomed(widestCrop(picture), picture, 0.3), picture, 9, 9)
  expect(zoomed(corner, picture, 100)).toEqual({ x: 450, y: 450, side: 900 })
})

test('the slider covers the range from the whole image to the maximum zoom', () => {
  const middle = widestCrop(picture)
  expect(zoomOf(middle, picture)).toBeCloseTo(0)
  const nearest = zoomed(middle, picture, factorTo(1, middle, picture))
  expect([nearest.side, zoomOf(nearest, picture)]).toEqual([150, 1])
  const half = zoomed(nearest, picture, factorTo(0.5, nearest, picture))
  expect(zoomOf(half, picture)).toBeCloseTo(0.5)
})

test('a tiny image cannot be zoomed', () => {
  const tiny = { width: 40, height: 60 }
  expect(factorTo(1, widestCrop(tiny), tiny)).toBe(1)
  expect(zoomOf(zoomed(widestCrop(tiny), tiny, 0.1), tiny)).toBe(0)
})
