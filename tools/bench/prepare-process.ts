import { buildSite } from '../../scripts/build/index.ts'
import { WORKER_BUNDLE } from '../../scripts/build/paths.ts'
import { answerParent } from './child.ts'
import type { Size } from './data/plan.ts'
import { prepare } from './prepare.ts'

/** A separate process, so that another commit can run its own version: its bundle, its schema, its requests. */
answerParent({
  async build() {
    await buildSite()
    return WORKER_BUNDLE
  },
  prepare: ({ size, sets, copy }: { size: Size; sets: string; copy: string }) => prepare(size, sets, copy, new Date()),
})
