import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { FILE_BYTES_MAX } from '#kernel/sizes.ts'
import { COST, isCost } from '#test/long.ts'
import { endlessGif, pngFile, progressiveJpeg } from '../../features/core/images/hostile.ts'
import { webpOfCodes } from '../../features/core/images/hostile-webp.ts'
import { AT_REST_MAX, ISOLATE } from '../fuzz/heap.ts'
import { folderWith } from '../scripts/support/folders.ts'

/** The memory of an isolate without the program at rest and without 10 MB of reserve. */
const PEAK_MAX = ISOLATE - AT_REST_MAX - 10_000_000

const noise = (length: number) => Uint8Array.from({ length }, () => Math.random() * 256)

/** The maximum number of pixels, in the formats that need the most memory to decode and encode. */
const WORST: Record<string, () => Uint8Array> = {
  'progressive.jpg': () => progressiveJpeg(2_048, 2_048, 20),
  'as-large-as-may-be.jpg': () => padded(progressiveJpeg(2_048, 2_048, 20)),
  'four-colours.jpg': () => progressiveJpeg(1_732, 1_732, 20, 4),
  'sixteen-bits.png': () =>
    pngFile(1_732, 1_732, [16, 6, 0], deflateSync(new Uint8Array(1_732 * (1_732 * 8 + 1)))),
  'transparent.png': () =>
    pngFile(2_048, 2_048, [8, 6, 0], deflateSync(new Uint8Array(2_048 * (2_048 * 4 + 1)))),
  'much-noise.png': () => pngFile(1_320, 1_320, [8, 2, 0], deflateSync(rowsOf(1_320, 1_320 * 3))),
  'noise.png': () => pngFile(1_000, 1_000, [8, 2, 0], deflateSync(rowsOf(1_000, 1_000 * 3))),
  'transparent-noise.png': () => pngFile(632, 632, [8, 6, 0], deflateSync(rowsOf(632, 632 * 4))),
  'codes.webp': () => webpOfCodes(2_048, 2_048, 390),
  'long.gif': () => endlessGif(2_048, 2_048, 4_000_000),
  'broken.jpg': () => progressiveJpeg(2_048, 2_048, 20).fill(0xaa, 2_000, 90_000),
}

test.runIf(isCost)(
  'decoding each of the most expensive images fits into the memory of an isolate',
  COST,
  async () => {
    const folder = await folderWith()
    for (const [name, make] of Object.entries(WORST)) await writeFile(join(folder, name), make())
    const script = join(import.meta.dirname, 'peak.ts')
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--no-warnings',
      '--expose-gc',
      script,
      folder,
    ])
    const peaks: Record<string, { inWebAssembly: number; inObjects: number }> = JSON.parse(stdout)
    expect(Object.keys(peaks)).toHaveLength(3 * Object.keys(WORST).length)
    console.table(peaks)
    expect(
      Math.max(...Object.values(peaks).map(({ inWebAssembly }) => inWebAssembly)),
    ).toBeGreaterThan(60_000_000)
    // The file itself, and a copy without metadata.
    expect(Math.max(...Object.values(peaks).map(({ inObjects }) => inObjects))).toBeGreaterThan(
      2 * FILE_BYTES_MAX - 10_000,
    )
    for (const [name, { inWebAssembly, inObjects }] of Object.entries(peaks)) {
      expect(inWebAssembly + inObjects, name).toBeLessThan(PEAK_MAX)
    }
  },
)

/** With the maximum amount of data after its last scan. */
function padded(jpeg: Uint8Array): Uint8Array {
  const file = new Uint8Array(FILE_BYTES_MAX)
  file.set(jpeg.subarray(0, -2))
  file.set(jpeg.subarray(-2), file.length - 2)
  return file
}

function rowsOf(height: number, bytes: number): Uint8Array {
  const rows = noise(height * (bytes + 1))
  for (let row = 0; row < height; row += 1) rows[row * (bytes + 1)] = 0
  return rows
}
