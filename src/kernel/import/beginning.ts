import type { SourceFiles } from '#kernel/import/source-files.ts'

const BEGINNING = 64 * 1024

/** The first characters of a file, to recognise its format. */
export async function beginningOf(files: SourceFiles, name: string): Promise<string> {
  const reader = files.stream(name).getReader()
  const decoder = new TextDecoder()
  let text = ''
  while (text.length < BEGINNING) {
    const { value, done } = await reader.read()
    if (done) break
    text += decoder.decode(value, { stream: true })
  }
  await reader.cancel().catch(() => {})
  return text.slice(0, BEGINNING)
}
