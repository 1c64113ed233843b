import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { inRoot } from '../../../scripts/build/paths.ts'
import { folderWith } from '../scripts/support/folders.ts'

/** A project elsewhere that has `joule` installed: what package.json exports, and nothing of this repository beside it. */
export async function outsideProject(files: Record<string, string>): Promise<string> {
  const folder = await folderWith({ 'package.json': '{ "type": "module" }', ...files })
  const joule = join(folder, 'node_modules/joule')
  await mkdir(joule, { recursive: true })
  await cp(inRoot('package.json'), join(joule, 'package.json'))
  await cp(inRoot('dist/client'), join(joule, 'dist/client'), { recursive: true })
  return folder
}
