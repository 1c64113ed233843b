import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inRoot } from '../../../scripts/build/paths.ts'
import { picturesShown, World } from '../../../scripts/seed/world.ts'
import { Drawing } from '../../../tools/covers/drawing.ts'
import { SCENES } from '../../../tools/covers/scenes/index.ts'

const IDS = { uid: 10002, post: 1, comment: 1, folder: 1, entry: 1 }

test('every demo image has a drawing, a file and a post that shows it', () => {
  const drawn = Object.keys(SCENES).sort()
  const files = readdirSync(inRoot('scripts/seed/images')).map((file) => file.replace('.webp', ''))
  expect(files.sort()).toEqual(drawn)
  const { posts } = new World(new Date('2026-11-17T08:00:00.000Z'), IDS, new Map())
  expect([...picturesShown(posts).keys()].sort()).toEqual(drawn)
})

test('the same name gives the same drawing', () => {
  const svgOf = (name: string) => {
    const drawing = new Drawing(name)
    SCENES[name]?.(drawing)
    return String(drawing)
  }
  const welcome = svgOf('welcome')
  expect(svgOf('welcome')).toBe(welcome)
  expect(svgOf('graz')).not.toBe(welcome)
})
