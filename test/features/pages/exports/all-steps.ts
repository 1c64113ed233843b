import type { Format } from '#features/pages/exports/data.ts'
import { nextStep, type Progress, startOf } from '#features/pages/exports/steps.ts'
import { filesOf } from '#import/open-files.ts'
import type { SourceFiles } from '#import/source-files.ts'
import type { World } from '#test/world.ts'

/** All steps of an export. Each starts with the stored form of the last one, as in the job. */
export async function piecesOf(world: World, uid: number, format: Format): Promise<Uint8Array<ArrayBuffer>[]> {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  const lines: Uint8Array<ArrayBuffer>[] = []
  const directory = async () => new Uint8Array(await new Blob(lines).arrayBuffer())
  const sources = { db: world.db, images: world.env.IMAGES, uid, directory }
  for (let progress: Progress | null = startOf(format, 'https://joule.example', world.now); progress !== null; ) {
    const step = await nextStep(sources, JSON.parse(JSON.stringify(progress)))
    pieces.push(...step.pieces)
    lines.push(...step.directory)
    progress = step.next
  }
  return pieces
}

/** The files of a ZIP export. */
export async function exportedFiles(world: World, uid: number, format: 'zip' | 'ghost'): Promise<SourceFiles> {
  return filesOf([new File(await piecesOf(world, uid, format), 'joule.zip')])
}
