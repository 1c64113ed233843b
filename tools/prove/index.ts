import { parseArgs } from 'node:util'
import { Failure } from '../../scripts/bootstrap/failure.mjs'
import { run } from '../../scripts/build/tools.ts'
import { withFolderInMemory } from '../checks/folder-in-memory.ts'

const HELP = `npm run prove -- model
  random commands of many users, also concurrent, on the real site and on a simple model of its rules: both must agree
  --runs <number>         number of commands (100,000)
  --seed <number>         repeats the random choices of an earlier run (a new one each time)

npm run prove -- crash
  kills the site during writes, migrations, the seed and backups: no acknowledged write may be lost
  --rounds <number>       number of kills (50)
  --people <number>       number of concurrent writers (12)
  --only <string>         one kind of round: writes, migration, seeding, backup, cron
  --serve                 run the site as npm run serve does, not as npm start does
  --seed <number>         repeats the random choices of an earlier run (a new one each time)

npm run prove -- faults
  every route and cron step with every dependency failing: nothing may be half done

npm run prove -- cost
  CPU time and memory of the largest accepted inputs, as ratios: no request, read, export or image takes too much

npm run prove -- fuzz
  unusual requests to every route of the OpenAPI document and every page: each response must match the document
  --requests <number>     number of requests, including pages (10,000)
  --seed <number>         repeats the random choices of an earlier run (a new one each time)
`

/**
 * Parses `--name value`, or `--name` for a boolean. Numbers must be non-negative integers. An
 * omitted option has its value from `usual`.
 */
export function optionsIn<Options extends Record<string, number | string | boolean>>(
  usual: Options,
  args: string[],
): Options {
  const types = Object.entries(usual).map(([name, value]) => {
    const type: 'boolean' | 'string' = typeof value === 'boolean' ? 'boolean' : 'string'
    return [name, { type }] as const
  })
  try {
    const { values } = parseArgs({ args, options: Object.fromEntries(types) })
    const chosen = Object.entries(values).map(([name, value]) => {
      if (typeof usual[name] !== 'number') return [name, value] as const
      if (!/^\d{1,15}$/.test(String(value)))
        throw new Error(`--${name} takes a whole number, not "${value}"`)
      return [name, Number(value)] as const
    })
    return { ...usual, ...Object.fromEntries(chosen) }
  } catch (error) {
    const [reason] = (error as Error).message.split(/\.\s/)
    throw new Failure(`${reason}; "npm run prove -- --help" lists the options`)
  }
}

/** Repeats the same random choices if it is given to a later run. */
const seed = Date.now() % 2 ** 31

/**
 * Claims about the site, each tested for any length of time. A proof throws if its claim is false,
 * and loads its code when it runs.
 */
const PROOFS: Record<string, (args: string[]) => Promise<unknown>> = {
  /** Random commands in workerd: the tests of test/model, for longer. */
  async model(args) {
    const wanted = optionsIn({ runs: 100_000, seed }, args)
    console.log(`${wanted.runs.toLocaleString('en')} commands, seed ${wanted.seed}`)
    const failure =
      'the site and the model disagree: add the steps above to test/model/regressions.ts, then fix the cause'
    await runVitest(
      wanted,
      failure,
      'worker',
      '--disableConsoleIntercept',
      'test/model/model.test.ts',
    )
  },
  async crash(args) {
    const wanted = optionsIn({ rounds: 50, people: 12, only: '', serve: false, seed }, args)
    await (await import('./crash/run.ts')).runCrash(wanted)
  },
  async faults(args) {
    process.env.JOULE_LONG = '1'
    const failure = 'a fault test failed; "npm run prove -- faults" repeats it'
    await runVitest(optionsIn({}, args), failure, 'worker', '--tags-filter=long', 'test/faults')
  },
  async cost(args) {
    const failure = 'a measurement is above its limit; "npm run prove -- cost" repeats it'
    await runVitest({ ...optionsIn({}, args), cost: true }, failure, 'node', '--tags-filter=cost')
  },
  async fuzz(args) {
    const wanted = optionsIn({ requests: 10_000, seed }, args)
    await (await import('./fuzz/site.ts')).runFuzz(wanted)
  },
}

async function runVitest(
  wanted: object,
  failure: string,
  project: string,
  ...args: string[]
): Promise<void> {
  process.env.JOULE_PROVE = JSON.stringify(wanted)
  const vitest = ['run', '--silent=false', '--project', project, ...args]
  if ((await withFolderInMemory(() => run('vitest', vitest))) !== 0) throw new Failure(failure)
}

/** `npm run prove -- <name> …`: tests the site harder and longer than `npm test` does. */
export async function prove([name = '--help', ...args]: string[]): Promise<void> {
  if (name === '--help' || args.includes('--help')) return console.log(HELP)
  const proof = Object.hasOwn(PROOFS, name) ? PROOFS[name] : undefined
  if (!proof)
    throw new Failure(`unknown proof "${name}"; "npm run prove -- --help" lists the proofs`)
  await proof(args)
}
