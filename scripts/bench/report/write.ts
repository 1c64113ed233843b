import { mkdir, writeFile } from 'node:fs/promises'
import { inRoot } from '../../build/paths.ts'
import type { Run } from '../index.ts'

export async function writeReport(name: string, run: Run): Promise<void> {
  await mkdir(inRoot('docs/bench'), { recursive: true })
  await writeFile(inRoot('docs/bench', `${name}.json`), `${JSON.stringify(run, null, 2)}\n`)
}
