import { expect, test } from 'vitest'
import { countMarks, dayMarks } from '#client/analytics/marks.ts'

test('the axis of a chart labels today, and as many earlier days as fit', () => {
  expect(dayMarks(7, 400)).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect(dayMarks(7, 250)).toEqual([0, 2, 4, 6])
  expect(dayMarks(30, 400)).toEqual([1, 8, 15, 22, 29])
  expect(dayMarks(90, 280)).toEqual([14, 29, 44, 59, 74, 89])
  expect(dayMarks(90, 10)).toEqual([89])
})

test('the count axis of a chart has round labels without fractions, up to the highest count or above', () => {
  expect(countMarks(0)).toEqual([0, 1, 2, 3, 4])
  expect(countMarks(3)).toEqual([0, 1, 2, 3, 4])
  expect(countMarks(13)).toEqual([0, 5, 10, 15])
  expect(countMarks(41)).toEqual([0, 20, 40, 60])
  expect(countMarks(1000)).toEqual([0, 500, 1000])
  for (let highest = 0; highest < 2000; highest++) {
    const marks = countMarks(highest)
    expect(marks.at(-1)).toBeGreaterThanOrEqual(highest)
    expect(marks.every(Number.isInteger)).toBe(true)
  }
})
