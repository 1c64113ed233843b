import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '../../scripts/bootstrap/failure.mjs'
import { ROOT } from '../../scripts/build/paths.ts'
import { checkedOut, commitOf } from './checked-out.ts'
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
  return [now, await contender('before', commit, await benched(commit))]
}

async function contender(label: string, commit: string, root: string): Promise<Contender> {
  const child: Child = startChild(join(root, 'tools/bench/prepare-process.ts'), null)
  const bundle = await child.call<string>('build', null)
  const sets = join(BENCH_FOLDER, 'sets')
  return {
    label,
    commit,
    bundle,
    serve: join(root, 'tools/bench/site/process.ts'),
    prepare: (size, copy) => child.call<Prepared>('prepare', { size, sets, copy }),
    end: child.end,
  }
}

/** Only a commit that has this bench can prepare its own data. */
async function benched(commit: string): Promise<string> {
  const folder = await checkedOut(commit)
  if (existsSync(join(folder, 'tools/bench/prepare-process.ts'))) return folder
  throw new Failure(`${commit} is from before there was this bench`)
}
