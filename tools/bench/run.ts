import { cronBench } from './cron/index.ts'
import { firstPaint } from './first-paint/index.ts'
import { bench } from './index.ts'
import { liveBench } from './live/index.ts'
import { memoryBench } from './memory/index.ts'
import { BENCH_HELP, readOptions } from './options.ts'
import { profileBench } from './profile/index.ts'
import { readers } from './readers/index.ts'
import { asText } from './report/text.ts'
import { writeReport } from './report/write.ts'
import { typing } from './typing/index.ts'

export async function runBench(args: string[]): Promise<void> {
  if (args.includes('--help')) return console.log(BENCH_HELP)
  if (args[0] === 'first-paint') return firstPaint(args.slice(1))
  if (args[0] === 'typing') return typing(args.slice(1))
  if (args[0] === 'readers') return readers(args.slice(1))
  if (args[0] === 'live') return liveBench(args.slice(1))
  if (args[0] === 'cron') return cronBench(args.slice(1))
  if (args[0] === 'memory') return memoryBench(args.slice(1))
  if (args[0] === 'profile') return profileBench(args.slice(1))
  const options = readOptions(args)
  const run = await bench(options)
  console.log(asText(run))
  if (options.record !== null) await writeReport(options.record, run)
}
