import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { inRoot } from '../../../scripts/build/paths.ts'
import { folderWith } from '../scripts/support/folders.ts'

/** A project that has `joule` installed: only the exports of package.json, and no other file of this repository. */
export async function outsideProject(files: Record<string, string>): Promise<string> {
  const folder = await folderWith({ 'package.json': '{ "type": "module" }', ...files })
  const joule = join(folder, 'node_modules/joule')
  await mkdir(joule, { recursive: true })
  await cp(inRoot('package.json'), join(joule, 'package.json'))
  await cp(inRoot('dist/client'), join(joule, 'dist/client'), { recursive: true })
  return folder
}
