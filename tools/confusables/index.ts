import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { reduced } from './reduce.ts'

export const LOOK_ALIKES_FILE = new URL('../../src/kernel/look-alikes.ts', import.meta.url)

/** To be run after `unhomoglyph` was upgraded. */
export async function writeLookAlikes(): Promise<void> {
  await writeFile(LOOK_ALIKES_FILE, await lookAlikes())
}

export async function lookAlikes(): Promise<string> {
  const source = createRequire(import.meta.url).resolve('unhomoglyph/data.json')
  return reduced(JSON.parse(await readFile(source, 'utf8')))
}
