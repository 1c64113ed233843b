import { randomFrom } from '../random.ts'
import { Canvas } from './canvas.ts'

export const AVATAR_SIZE = { width: 192, height: 192 }

const PALETTES = [
  ['#264653', '#e9c46a', '#f4a261', '#e76f51'],
  ['#3d405b', '#81b29a', '#f2cc8f', '#e07a5f'],
  ['#0b3954', '#bfd7ea', '#ff8c61', '#fde8c8'],
  ['#588157', '#dad7cd', '#a3b18a', '#fefae0'],
  ['#5f0f40', '#fb8b24', '#e36414', '#fcefb4'],
  ['#22577a', '#57cc99', '#c7f9cc', '#38a3a5'],
] as const

/** A face of its own for everybody: a few shapes that no one else has. */
export function avatarOf(name: string, index: number): Canvas {
  const random = randomFrom(`avatar of ${name}`)
  const [ground, first, second, third] = PALETTES[(index + Math.floor(index / 6)) % PALETTES.length] ?? PALETTES[0]
  const canvas = new Canvas(AVATAR_SIZE.width, AVATAR_SIZE.height, ground)
  const middle = AVATAR_SIZE.width / 2
  const turn = random.between(0, 6.28)
  if (index % 3 === 0) {
    for (let leaf = 0; leaf < 6; leaf++) {
      const angle = turn + (leaf * Math.PI) / 3
      const [x, y] = [middle + Math.cos(angle) * 42, middle + Math.sin(angle) * 42]
      canvas.leaf(x, y, 84, 40, angle, leaf % 2 === 0 ? first : second)
    }
    canvas.circle(middle, middle, 20, third)
  } else if (index % 3 === 1) {
    canvas.circle(middle + Math.cos(turn) * 22, middle + Math.sin(turn) * 22, 70, first)
    canvas.circle(middle - Math.cos(turn) * 26, middle - Math.sin(turn) * 26, 46, second, 0.92)
    canvas.circle(middle, middle, 18, third)
  } else {
    for (let band = 0; band < 4; band++)
      canvas.ring(middle, middle * 1.5, 30 + band * 28, 15, [first, second, third][band % 3] ?? first)
    canvas.circle(middle, middle * 1.5, 14, third)
  }
  return canvas
}
