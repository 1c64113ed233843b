import { parseArgs } from 'node:util'
import { Failure } from '../../scripts/bootstrap/failure.mjs'
import { SIZES, type Size } from './data/plan.ts'

export interface Options {
  sizes: Size[]
  rounds: number
  milliseconds: number
  /** A commit that is measured in the same rounds. */
  against: string | null
  /** The name of the record in docs/bench, or null if nothing is written. */
  record: string | null
  /** Only scenes whose name contains this. */
  only: string
}

export const BENCH_HELP = `npm run bench -- [options]

  --quick            1,000 posts, one short round each: under three minutes, nothing is recorded
  --sizes 1000,…     number of posts: 1000, 100000, 1000000; all by default
  --against <ref>    measures that commit too, in the same alternating rounds
  --record <name>    writes docs/bench/<name>.json with its tables (default "latest"); other sizes of the same
                     commit stay in it
  --only <text>      only scenes whose name contains this text; nothing is recorded

npm run bench -- first-paint [--against <ref>] [--rounds <n>] [--record]

  measures first visits in Chromium on a slow connection: requests, bytes, first paint; --record writes docs/bench/first-paint.md

npm run bench -- cold-start [--against <ref>] [--rounds <n>]

  measures the CPU time of workerd from its start to the first page; fails if it is more than 10 % above the other commit

npm run bench -- typing [--against <ref>] [--rounds <n>]

  measures the main thread while a phone types into a text of 5,000 words, in Chromium
`

export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      sizes: { type: 'string' },
      against: { type: 'string' },
      record: { type: 'string' },
      only: { type: 'string', default: '' },
      rounds: { type: 'string' },
    },
  })
  const isWhole = !values.quick && values.only === ''
  return {
    sizes: sizesIn(values.sizes ?? (values.quick ? '1000' : SIZES.join(','))),
    rounds: Number(values.rounds ?? (values.quick ? 1 : 3)),
    milliseconds: values.quick ? 1_000 : 2_000,
    against: values.against ?? null,
    record: values.record ?? (isWhole ? 'latest' : null),
    only: values.only,
  }
}

function sizesIn(list: string): Size[] {
  return list.split(',').map((text) => {
    const size = SIZES.find((known) => String(known) === text.trim())
    if (size === undefined) throw new Failure(`--sizes takes ${SIZES.join(', ')}, not "${text}"`)
    return size
  })
}
