import type { Random } from '../random.ts'
import { Canvas } from './canvas.ts'

/** Light enough to be made while a site starts, large enough for a cover. */
export const SIZE = { width: 960, height: 480 }

export function books(random: Random): Canvas {
  const canvas = new Canvas(SIZE.width, SIZE.height, '#f1e3d3', '#e6ccb2')
  const spines = ['#264653', '#2a9d8f', '#e9c46a', '#f4a261', '#e76f51', '#6d6875', '#b5838d'] as const
  for (const shelf of [214, 440]) {
    for (let x = 50; x < SIZE.width - 90; ) {
      const [width, height] = [random.integer(20, 46), random.integer(112, 168)]
      if (random.happens(0.9)) {
        canvas.rectangle(x, shelf - height, width, height, 3, random.pick(spines))
        canvas.rectangle(x + 5, shelf - height + 18, width - 10, 5, 1, '#fff8ee', 0.75)
        canvas.rectangle(x + 5, shelf - height + 30, width - 10, 3, 1, '#fff8ee', 0.5)
      }
      x += width + 4
    }
    canvas.rectangle(30, shelf, SIZE.width - 60, 14, 4, '#7f5539')
  }
  return canvas
}

export function bowl(random: Random): Canvas {
  const [cloth, shade, dish, broth] = random.pick([
    ['#ffe8d6', '#ddbea9', '#3d405b', '#e9a03b'],
    ['#e0e7e1', '#b7c9bd', '#bc4b51', '#f4e3b2'],
  ] as const)
  const canvas = new Canvas(SIZE.width, SIZE.height, cloth, shade)
  canvas.circle(480, 262, 196, '#000000', 0.08)
  canvas.circle(480, 250, 190, dish)
  canvas.circle(480, 250, 166, broth)
  for (let n = 0; n < 14; n++) {
    const [turn, far] = [random.between(0, 6.28), random.between(20, 120)]
    const [x, y] = [480 + Math.cos(turn) * far, 250 + Math.sin(turn) * far]
    if (n % 3 === 0) canvas.leaf(x, y, 74, 22, turn, '#588157', 0.95)
    else canvas.circle(x, y, random.between(14, 30), random.pick(['#e76f51', '#fefae0', '#f2cc8f']), 0.95)
  }
  canvas.rectangle(724, 60, 9, 380, 4, '#7f5539')
  canvas.rectangle(748, 60, 9, 380, 4, '#7f5539')
  return canvas
}

export function record(random: Random): Canvas {
  const [wall, floor, label] = random.pick([
    ['#2d3142', '#4f5d75', '#ef8354'],
    ['#3a2e39', '#725752', '#f4d8cd'],
  ] as const)
  const canvas = new Canvas(SIZE.width, SIZE.height, wall, floor)
  canvas.rectangle(120, 40, 400, 400, 8, label)
  canvas.circle(320, 240, 120, '#ffffff', 0.18)
  canvas.circle(560, 240, 196, '#141414')
  for (let radius = 84; radius < 190; radius += 26) canvas.ring(560, 240, radius, 2, '#3a3a3a')
  canvas.circle(560, 240, 64, label)
  canvas.circle(560, 240, 8, '#141414')
  return canvas
}

export function track(random: Random): Canvas {
  const canvas = new Canvas(SIZE.width, SIZE.height, '#cfe8ef', '#f6f4d2')
  const bend = random.between(0.0028, 0.0042)
  const lane = (height: number) => (x: number) => height + 46 * Math.sin(x * bend + 0.6)
  canvas.circle(760, 110, 50, '#ffb703', 0.9)
  canvas.below(lane(210), '#84a98c')
  canvas.below(lane(262), '#c8553d')
  for (const line of [300, 346, 398]) {
    canvas.below(lane(line), '#fff8ee')
    canvas.below(lane(line + 4), '#c8553d')
  }
  canvas.below(lane(450), '#588157')
  return canvas
}

export function blocks(random: Random): Canvas {
  const [top, bottom, inks] = random.pick([
    ['#0f172a', '#1e293b', ['#38bdf8', '#818cf8', '#34d399', '#fbbf24', '#f472b6']],
    ['#fbf7f0', '#efe6d8', ['#d97742', '#3d5a80', '#588157', '#e0b25b', '#6d597a']],
  ] as const)
  const canvas = new Canvas(SIZE.width, SIZE.height, top, bottom)
  for (let row = 0; row < 9; row++) {
    let x = 80 + (row % 4 === 0 ? 0 : random.integer(1, 2) * 44)
    for (let n = random.integer(1, 4); n > 0; n--) {
      const width = random.integer(50, 190)
      canvas.rectangle(x, 46 + row * 44, width, 18, 9, random.pick(inks), 0.9)
      x += width + 18
    }
  }
  return canvas
}
