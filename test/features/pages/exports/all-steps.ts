import type { Format } from '#features/pages/exports/data.ts'
import { nextStep, type Progress, startOf } from '#features/pages/exports/steps.ts'
import type { SourceFiles } from '#kernel/import/source-files.ts'
import type { World } from '#test/world.ts'
import { unzipped } from './unzip.ts'

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
  const pieces = await piecesOf(world, uid, format)
  return sourceFiles(await unzipped(new Uint8Array(await new Blob(pieces).arrayBuffer())))
}

export function sourceFiles(files: ReadonlyMap<string, Uint8Array | string>): SourceFiles {
  const bytes = (name: string) => {
    const content = files.get(name)
    if (content === undefined) throw new Error(`no file ${name}`)
    return new Uint8Array(typeof content === 'string' ? new TextEncoder().encode(content) : content)
  }
  return {
    names: [...files.keys()],
    bytes: async (name) => bytes(name),
    text: async (name) => new TextDecoder().decode(bytes(name)),
    stream: (name) => new Blob([bytes(name)]).stream(),
  }
}
