import { inRoot } from '../../scripts/build/paths.ts'

/** Data sets, copies to write to and older commits: outside git, and kept. */
export const BENCH_FOLDER = inRoot('.joule-bench')
