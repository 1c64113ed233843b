import { piecesOf } from '#import/pieces.ts'
import type { SourceFiles } from '#import/source-files.ts'

const BEGINNING = 64 * 1024

/** The first characters of a file, to recognise its format. */
export async function beginningOf(files: SourceFiles, name: string): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const piece of piecesOf(files.stream(name))) {
    text += decoder.decode(piece, { stream: true })
    if (text.length >= BEGINNING) break
  }
  return text.slice(0, BEGINNING)
}
