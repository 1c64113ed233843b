import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '../../scripts/bootstrap/failure.mjs'
import { ROOT } from '../../scripts/build/paths.ts'
import { BENCH_FOLDER, checkedOut, commitOf } from './checked-out.ts'
import { type Child, startChild } from './child.ts'
import type { Size } from './data/plan.ts'
import type { Prepared } from './prepare.ts'

/** A measured commit: this one, or an earlier one for comparison. */
export interface Contender {
  label: string
  commit: string
  bundle: string
  /** The server process of that commit, because serving is measured too. */
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
  const folder = benchIn(root)
  if (folder === undefined) throw new Failure(`${commit} is older than this bench`)
  const child: Child = startChild(join(folder, 'prepare-process.ts'), null)
  const bundle = await child.call<string>('build', null)
  const sets = join(BENCH_FOLDER, 'sets')
  return {
    label,
    commit,
    bundle,
    serve: join(folder, 'site/process.ts'),
    prepare: (size, copy) => child.call<Prepared>('prepare', { size, sets, copy }),
    end: child.end,
  }
}

/** Each commit prepares its data with its own bench, which older commits have in `scripts`. */
function benchIn(root: string): string | undefined {
  const folders = ['tools/bench', 'scripts/bench'].map((folder) => join(root, folder))
  return folders.find((folder) => existsSync(join(folder, 'prepare-process.ts')))
}
