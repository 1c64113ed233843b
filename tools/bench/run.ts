import { coldStart } from './cold-start.ts'
import { firstPaint } from './first-paint/index.ts'
import { bench } from './index.ts'
import { BENCH_HELP, readOptions } from './options.ts'
import { asText } from './report/text.ts'
import { writeReport } from './report/write.ts'
import { typing } from './typing/index.ts'

export async function runBench(args: string[]): Promise<void> {
  if (args.includes('--help')) return console.log(BENCH_HELP)
  if (args[0] === 'first-paint') return firstPaint(args.slice(1))
  if (args[0] === 'cold-start') return coldStart(args.slice(1))
  if (args[0] === 'typing') return typing(args.slice(1))
  const options = readOptions(args)
  const run = await bench(options)
  console.log(asText(run))
  if (options.record !== null) await writeReport(options.record, run)
}
