import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { inRoot, ROOT } from '../../scripts/build/paths.ts'

/** Data sets, writable copies and older commits: outside git, reused between runs. */
export const BENCH_FOLDER = inRoot('.joule-bench')

/** The files of the commit in a separate folder, with the packages of this checkout. */
export async function checkedOut(commit: string): Promise<string> {
  const folder = join(BENCH_FOLDER, 'commits', commit)
  if (!existsSync(folder)) {
    await mkdir(folder, { recursive: true })
    const archive = execFileSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: 2 ** 30 })
    execFileSync('tar', ['-x'], { cwd: folder, input: archive })
    await symlink(inRoot('node_modules'), join(folder, 'node_modules'))
  }
  return folder
}

export function commitOf(ref: string, root: string): string {
  return execFileSync('git', ['-C', root, 'rev-parse', '--short=10', ref], { encoding: 'utf8', cwd: ROOT }).trim()
}
