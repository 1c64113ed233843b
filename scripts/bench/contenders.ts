import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from '../bootstrap/failure.mjs'
import { inRoot, ROOT } from '../build/paths.ts'
import { type Child, startChild } from './child.ts'
import type { Size } from './data/plan.ts'
import { BENCH_FOLDER } from './folder.ts'
import type { Prepared } from './prepare.ts'

/** A commit that is measured: this one, or an earlier one beside it. */
export interface Contender {
  label: string
  commit: string
  bundle: string
  /** The process that serves it, of its own code: how a site is served is measured too. */
  serve: string
  prepare(size: Size, copy: string): Promise<Prepared>
  end(): Promise<void>
}

export async function contenders(against: string | null): Promise<Contender[]> {
  const now = await contender('joule', commitOf('HEAD', ROOT), ROOT)
  if (against === null) return [now]
  const commit = commitOf(against, ROOT)
  return [now, await contender('before', commit, await checkedOut(commit))]
}

async function contender(label: string, commit: string, root: string): Promise<Contender> {
  const child: Child = startChild(join(root, 'scripts/bench/prepare-process.ts'), null)
  const bundle = await child.call<string>('build', null)
  const sets = join(BENCH_FOLDER, 'sets')
  return {
    label,
    commit,
    bundle,
    serve: join(root, 'scripts/bench/site/process.ts'),
    prepare: (size, copy) => child.call<Prepared>('prepare', { size, sets, copy }),
    end: child.end,
  }
}

/** The files of the commit in a folder of their own, with the packages of this one. */
async function checkedOut(commit: string): Promise<string> {
  const folder = join(BENCH_FOLDER, 'commits', commit)
  if (!existsSync(folder)) {
    await mkdir(folder, { recursive: true })
    const archive = execFileSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: 2 ** 30 })
    execFileSync('tar', ['-x'], { cwd: folder, input: archive })
    await symlink(inRoot('node_modules'), join(folder, 'node_modules'))
  }
  if (!existsSync(join(folder, 'scripts/bench/prepare-process.ts'))) {
    throw new Failure(`${commit} is from before there was this bench`)
  }
  return folder
}

export function commitOf(ref: string, root: string): string {
  return git('-C', root, 'rev-parse', '--short=10', ref)
}

function git(...args: string[]): string {
  return execFileSync('git', args, { encoding: 'utf8', cwd: ROOT }).trim()
}
