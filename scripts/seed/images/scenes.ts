import type { Random } from '../random.ts'
import { Canvas } from './canvas.ts'
import { blocks, books, bowl, record, SIZE, track } from './still-lifes.ts'

/** What covers and illustrations show; each takes its own turn with every name it is drawn for. */
export const SCENES = { mountains, sea, city, rain, garden, stars, books, bowl, record, track, blocks }

export type Scene = keyof typeof SCENES

type Draw = (random: Random) => Canvas

export const draw = (scene: Scene, random: Random): Canvas => (SCENES[scene] satisfies Draw)(random)

function mountains(random: Random): Canvas {
  const [sky, dawn, far, near, sun] = random.pick([
    ['#1d3557', '#f4a261', '#6d597a', '#1b263b', '#ffe8d6'],
    ['#8ecae6', '#fefae0', '#74a892', '#1f4d4a', '#fffdf0'],
    ['#355070', '#eaac8b', '#b56576', '#2b2d42', '#ffd6ba'],
  ] as const)
  const canvas = new Canvas(SIZE.width, SIZE.height, sky, dawn)
  canvas.circle(random.between(250, 720), random.between(150, 230), random.between(38, 62), sun, 0.95)
  for (let ridge = 0; ridge < 4; ridge++) {
    canvas.below(ridgeLine(random, 230 + ridge * 62, 70 - ridge * 9), ridge < 2 ? far : near, 0.5 + (ridge % 2) * 0.3)
  }
  return canvas
}

function sea(random: Random): Canvas {
  const [sky, low, water, deep, sun] = random.pick([
    ['#264653', '#f6bd60', '#2a9d8f', '#12343b', '#fff3d1'],
    ['#bde0fe', '#fff1e6', '#4d8fac', '#1d4e6b', '#ffffff'],
  ] as const)
  const canvas = new Canvas(SIZE.width, SIZE.height, sky, low)
  const x = random.between(280, 680)
  canvas.circle(x, 228, 66, sun, 0.95)
  canvas.below(() => 250, water)
  for (let wave = 0; wave < 6; wave++) canvas.below(ridgeLine(random, 282 + wave * 36, 6 + wave), deep, 0.22)
  for (let glint = 0; glint < 9; glint++) {
    const width = 104 - glint * 9
    canvas.rectangle(x - width / 2 + random.between(-8, 8), 262 + glint * 17, width, 5, 2, sun, 0.5)
  }
  return canvas
}

function city(random: Random): Canvas {
  const canvas = new Canvas(SIZE.width, SIZE.height, '#14213d', '#5c4d7d')
  canvas.circle(random.between(640, 840), 96, 40, '#fdf0d5', 0.9)
  for (const [shade, alpha] of [
    ['#2c2a4a', 0.8],
    ['#0b132b', 1],
  ] as const) {
    for (let x = -20; x < SIZE.width; ) {
      const width = random.integer(48, 96)
      const top = random.integer(shade === '#0b132b' ? 220 : 120, 360)
      canvas.rectangle(x, top, width, SIZE.height, 3, shade, alpha)
      for (let wy = top + 16; shade === '#0b132b' && wy < SIZE.height - 20; wy += 26) {
        for (let wx = x + 10; wx < x + width - 14; wx += 18) {
          if (random.happens(0.4)) canvas.rectangle(wx, wy, 8, 12, 1, '#ffd166', 0.85)
        }
      }
      x += width + random.integer(2, 10)
    }
  }
  return canvas
}

function rain(random: Random): Canvas {
  const canvas = new Canvas(SIZE.width, SIZE.height, '#43586b', '#a9b8c2')
  for (let ridge = 0; ridge < 3; ridge++) {
    canvas.below(ridgeLine(random, 260 + ridge * 70, 46), '#2f3e46', 0.35 + ridge * 0.2)
  }
  for (let drop = 0; drop < 150; drop++) {
    canvas.rectangle(
      random.between(0, SIZE.width),
      random.between(-20, SIZE.height),
      2,
      random.integer(14, 34),
      1,
      '#f1f5f7',
      0.4,
    )
  }
  return canvas
}

function garden(random: Random): Canvas {
  const canvas = new Canvas(SIZE.width, SIZE.height, '#f7f3d7')
  const greens = ['#606c38', '#283618', '#8a9a5b', '#a3b18a'] as const
  for (let n = 0; n < 34; n++) {
    const [x, y] = [random.between(-30, SIZE.width + 30), random.between(190, SIZE.height + 30)]
    canvas.leaf(
      x,
      y,
      random.between(110, 210),
      random.between(34, 62),
      random.between(-2.4, -0.7),
      random.pick(greens),
      0.9,
    )
  }
  for (let n = 0; n < 9; n++) {
    const [x, y] = [random.between(40, SIZE.width - 40), random.between(150, 420)]
    canvas.circle(x, y, random.between(14, 26), random.pick(['#e76f51', '#f4a261', '#d62828']))
    canvas.circle(x - 5, y - 6, 4, '#fff8e8')
  }
  return canvas
}

function stars(random: Random): Canvas {
  const canvas = new Canvas(SIZE.width, SIZE.height, '#0b1026', '#2b3a67')
  for (let n = 0; n < 130; n++) {
    canvas.circle(
      random.between(0, SIZE.width),
      random.between(0, 400),
      random.between(0.6, 2.6),
      '#fdf6e3',
      random.between(0.4, 1),
    )
  }
  canvas.ring(random.between(300, 660), 210, 150, 3, '#f2cc8f', 0.5)
  canvas.below(ridgeLine(random, 390, 40), '#060a17')
  return canvas
}

/** Hills: waves of several lengths, added up. */
export function ridgeLine(random: Random, height: number, swing: number): (x: number) => number {
  const waves = [1, 2, 3, 5].map((times) => ({
    size: swing / times,
    length: (times * 2 * Math.PI) / random.between(620, 980),
    shift: random.between(0, 6.28),
  }))
  return (x) => waves.reduce((y, { size, length, shift }) => y + size * Math.sin(x * length + shift), height)
}
