import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { pngFile, progressiveJpeg } from '../../features/images/hostile.ts'

/** Of the 128 MB of an isolate: the rest is for the program, the request with its file, and a copy of that. */
const PEAK_MAX = 95_000_000

const noise = (length: number) => Uint8Array.from({ length }, () => Math.random() * 256)

/** The most pixels that are taken, in the forms that take the most to decode and to encode; each as one is sent after another. */
const WORST = {
  'progressive.jpg': () => progressiveJpeg(2_048, 2_048, 20),
  'four-colours.jpg': () => progressiveJpeg(1_732, 1_732, 20, 4),
  'sixteen-bits.png': () => pngFile(1_732, 1_732, [16, 6, 0], deflateSync(new Uint8Array(1_732 * (1_732 * 8 + 1)))),
  'transparent.png': () => pngFile(2_048, 2_048, [8, 6, 0], deflateSync(new Uint8Array(2_048 * (2_048 * 4 + 1)))),
  'noise.png': () => pngFile(1_220, 1_220, [8, 2, 0], deflateSync(rowsOf(1_220, 1_220 * 3))),
  'transparent-noise.png': () => pngFile(632, 632, [8, 6, 0], deflateSync(rowsOf(632, 632 * 4))),
  'broken.jpg': () => progressiveJpeg(2_048, 2_048, 20).fill(0xaa, 2_000, 90_000),
}

test('one upload after another takes no more memory of WebAssembly than there is', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'joule-peak-'))
  for (const [name, make] of Object.entries(WORST)) await writeFile(join(folder, name), make())
  const script = join(import.meta.dirname, 'peak.ts')
  const { stdout } = await promisify(execFile)(process.execPath, ['--no-warnings', script, folder])
  await rm(folder, { recursive: true })
  const peaks: Record<string, number> = JSON.parse(stdout)
  expect(Object.keys(peaks)).toHaveLength(2 * Object.keys(WORST).length)
  expect(Math.max(...Object.values(peaks))).toBeGreaterThan(60_000_000)
  for (const [name, peak] of Object.entries(peaks)) expect(peak, name).toBeLessThan(PEAK_MAX)
})

function rowsOf(height: number, bytes: number): Uint8Array {
  const rows = noise(height * (bytes + 1))
  for (let row = 0; row < height; row += 1) rows[row * (bytes + 1)] = 0
  return rows
}
