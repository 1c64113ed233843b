import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { stripMetadata } from '#compute/images/strip.ts'
import { SignatureInput } from '#features/accounts/profiles/review.ts'
import { refuseMisleadingName } from '#features/accounts/profiles/usernames.ts'
import { MENTION } from '#features/community/comments/mentions.ts'
import { oldPathOf } from '#features/publishing/redirects/redirects.ts'
import { text } from '#kernel/fields.ts'
import { eachCsvRow } from '#kernel/formats/csv.ts'
import { sanitiseHtml } from '#kernel/html/sanitise.ts'
import { safeLink } from '#kernel/html/urls.ts'
import { decodeCursor } from '#kernel/paging.ts'
import { everyOf, termsOf } from '#kernel/search/tokens.ts'
import { CSV_BYTES_MAX, FILE_BYTES_MAX, JSON_BODY_MAX } from '#kernel/sizes.ts'
import { COST, isCost } from '#test/long.ts'
import { fileInForm } from '#web/uploads/form-file.ts'
import { endlessGif, progressiveJpeg } from '../../features/core/images/hostile.ts'
import { gifExtension } from '../../features/core/images/make.ts'
import { timesTheWorkload } from './calibration.ts'

/** CPU time of the worst input at a limit, see calibration.ts: about half a second. */
const CPU_MAX = 15

const sized = (unit: string, length: number) => unit.repeat(Math.floor(length / unit.length))
const field = text({ max: 100 })
const jpeg = progressiveJpeg(64, 64, 2)
const segments = Buffer.concat([
  jpeg.subarray(0, 2),
  Buffer.alloc(4 * 900, Buffer.of(0xff, 0xfe, 0, 2)),
  jpeg.subarray(2),
])
const form = Buffer.alloc(FILE_BYTES_MAX, '\r\n--a form-')
const gif = endlessGif(64, 64, FILE_BYTES_MAX - 200_000)
const comments = gifExtension(0xfe, 'x')

const CASES: Record<string, () => unknown> = {
  'a JSON body: brackets': () => JSON.parse(sized('[', JSON_BODY_MAX)),
  'a JSON body: one text for a field of 100': () =>
    field.safeParse(JSON.parse(`"${sized('😀', JSON_BODY_MAX / 2)}"`)),
  'a JSON body: keys': () => JSON.parse(`{${sized('"a":1,', JSON_BODY_MAX - 10)}"b":1}`),
  'a cursor': () => decodeCursor(sized('a', 500)),
  'a CSV file of redirects: paths': () =>
    pathsIn(`/2020/${sized('%E4%BD%A0', 180)},1\n`.repeat(5_000)),
  'a CSV file of redirects: commas': () => pathsIn(sized(',', CSV_BYTES_MAX)),
  'a CSV file of redirects: line ends': () => pathsIn(sized('\n', CSV_BYTES_MAX)),
  'a search': () => everyOf(termsOf(sized('好a', 100))),
  'a body as it is sent': () => sanitiseHtml(sized('<p>', 400_000)),
  'depth of a body': () => sanitiseHtml(`${sized('<b>', 200_000)}`),
  'images of a post': () => sanitiseHtml(sized('<img src="/images/a.png">', 400_000)),
  'a URL': () => safeLink(`https://a.example/${sized('%', 2_000)}`),
  'title and alt': () => sanitiseHtml(sized(`<img alt="${sized('a', 990)}">`, 400_000)),
  'a comment': () => sized('@a', 1_000).match(MENTION),
  'a username': () => refuseMisleadingName(sized('ɑ', 20), 'Joule'),
  'a signature': () => SignatureInput.safeParse(sized('😀', 160)),
  'parts of a form': () =>
    fileInForm(new Uint8Array(form), 'multipart/form-data; boundary="a form"', 'file'),
  'segments of a JPEG': () => stripMetadata(segments, 'image/jpeg'),
  'a GIF of 5 MB': () => stripMetadata(gif, 'image/gif'),
  'blocks of a GIF': () =>
    stripMetadata(
      Buffer.concat([gif.subarray(0, 44), ...Array(4_900).fill(comments)]),
      'image/gif',
    ),
}

/** docs/limits.md has these figures. The short form runs the cheapest case. */
const cases = Object.entries(CASES).filter(([name]) => isCost || name === 'a cursor')

test.each(cases)('the most expensive input at a limit stays cheap: %s', COST, (name, work) => {
  const runs = Array.from({ length: isCost ? 3 : 1 }, () => costOf(work))
  const cpu = Math.min(...runs.map((run) => run.cpu))
  console.log(
    `${name}: ${cpu.toFixed(1)} ms of CPU time, ${((runs[0]?.memory ?? 0) / 1e6).toFixed(1)} MB`,
  )
  if (isCost) expect(cpu).toBeLessThan(timesTheWorkload(CPU_MAX))
})

function pathsIn(csv: string): void {
  for (const [address = ''] of eachCsvRow(csv)) oldPathOf(address)
}

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

function costOf(work: () => unknown): { cpu: number; memory: number } {
  collectGarbage()
  const [heap, cpu] = [process.memoryUsage(), process.cpuUsage()]
  try {
    work()
  } catch {
    // A refusal counts as a result.
  }
  const [after, used] = [process.memoryUsage(), process.cpuUsage(cpu)]
  return {
    cpu: (used.user + used.system) / 1_000,
    memory: Math.max(0, after.heapUsed + after.arrayBuffers - heap.heapUsed - heap.arrayBuffers),
  }
}
