import { parseArgs } from 'node:util'
import { Failure } from '../../scripts/bootstrap/failure.mjs'
import { compare } from './contenders.ts'
import { bench, type Options } from './index.ts'
import { processorOf } from './processor.ts'
import { tableOf, writeReport } from './report.ts'
import { typing } from './typing.ts'

export async function runBench(args: string[]): Promise<void> {
  if (args.includes('--help')) return console.log(BENCH_HELP)
  if (args[0] === 'cold-start') return coldStart(args.slice(1))
  if (args[0] === 'typing') return typing(args.slice(1))
  const options = readOptions(args)
  const run = await bench(options)
  for (const [size, figures] of Object.entries(run.sizes))
    console.log([`${size} posts`, ...tableOf(figures)].join('\n'))
  if (options.isRecorded) await writeReport(run)
}

const BENCH_HELP = `npm run bench -- [options]

  --quick            1,000 posts, one short round each: under three minutes, nothing is recorded
  --sizes 1000,…     numbers of posts; 1000,100000 by default
  --against <ref>    measures that commit too, in the same alternating rounds
  --only <text>      only scenes whose name contains this text; nothing is recorded

  Otherwise docs/bench/latest.json and its tables are written; other sizes of the same commit stay in them.

npm run bench -- cold-start [--against <ref>] [--rounds <n>]

  measures the CPU time of workerd from its start to the first page; fails if it is more than 10 % above the other commit

npm run bench -- typing [--against <ref>] [--rounds <n>]

  measures the CPU time of the editor for a key in a text of 5,000 words
`

const POSTS_MIN = 200

function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      sizes: { type: 'string' },
      against: { type: 'string' },
      only: { type: 'string', default: '' },
      rounds: { type: 'string' },
    },
  })
  return {
    sizes: sizesIn(values.sizes ?? (values.quick ? '1000' : '1000,100000')),
    rounds: Number(values.rounds ?? (values.quick ? 1 : 3)),
    milliseconds: values.quick ? 1_000 : 2_000,
    against: values.against ?? null,
    isRecorded: !values.quick && values.only === '',
    only: values.only,
  }
}

function sizesIn(list: string): number[] {
  return list.split(',').map((text) => {
    const size = Number(text)
    if (Number.isInteger(size) && size >= POSTS_MIN) return size
    throw new Failure(`--sizes takes numbers of posts of at least ${POSTS_MIN}, not "${text}"`)
  })
}

/** A cold start may use at most this many times the CPU time of the other commit. */
const RATIO_MAX = 1.1

async function coldStart(args: string[]): Promise<void> {
  const ratio = await compare(args, 15, 'per start', async ({ port, runtime }) => {
    const response = await fetch(`http://127.0.0.1:${port}/`)
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`the first page returned ${response.status}`)
    return [processorOf(runtime).used]
  })
  if (ratio !== null && ratio > RATIO_MAX)
    throw new Failure(
      `a cold start uses more than ${RATIO_MAX} times the CPU time; load modules when they are needed`,
    )
}
