import { computeOf } from '#compute/client.ts'
import type { Format } from '#features/pages/exports/archive.ts'
import { type Progress, startOf, stepsFrom } from '#features/pages/exports/steps.ts'
import { filesOf } from '#import/open-files.ts'
import type { SourceFiles } from '#import/source-files.ts'
import type { World } from '#test/world.ts'

/**
 * All steps of an export. Each is a slice of its own and starts with the stored form of the last
 * one, as in the job.
 */
export async function piecesOf(
  world: World,
  uid: number,
  format: Format,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  const lines: Uint8Array<ArrayBuffer>[] = []
  const before = () => new Blob(lines).arrayBuffer()
  for (
    let progress: Progress | null = startOf(format, 'https://joule.example', world.now);
    progress !== null;
  ) {
    const compute = computeOf(world.env, { who: () => 'exports' })
    const sources = { db: world.db, compute, images: world.env.IMAGES, uid }
    const { value: step } = await stepsFrom(
      sources,
      JSON.parse(JSON.stringify(progress)),
      before,
    ).next()
    pieces.push(...(step?.pieces ?? []))
    lines.push(...(step?.directory ?? []))
    progress = step?.next ?? null
  }
  return pieces
}

/** The files of a ZIP export. */
export async function exportedFiles(
  world: World,
  uid: number,
  format: 'zip' | 'ghost',
): Promise<SourceFiles> {
  return filesOf([new File(await piecesOf(world, uid, format), 'joule.zip')])
}
