import type { Drawing } from '../drawing.ts'
import { DESK } from './desk.ts'
import { GARDEN } from './garden.ts'
import { NATURE } from './nature.ts'
import { OBJECTS } from './objects.ts'
import { PLACES } from './places.ts'
import { ROOMS } from './rooms.ts'
import { TABLE } from './table.ts'

/** The images of the demo, by name. */
export const SCENES: Record<string, (d: Drawing) => void> = {
  ...NATURE,
  ...GARDEN,
  ...PLACES,
  ...ROOMS,
  ...TABLE,
  ...DESK,
  ...OBJECTS,
}
