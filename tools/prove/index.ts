import { parseArgs } from 'node:util'
import { Failure } from '../../scripts/bootstrap/failure.mjs'
import { run } from '../../scripts/build/tools.ts'
import { withFolderInMemory } from '../checks/folder-in-memory.ts'

/** Passed as `--name value`; a boolean as `--name`. Numbers are non-negative integers. */
interface Option {
  means: string
  default: number | string | boolean
  /** The default in the help, if it is not constant. */
  shown?: string
}

/** A claim about the site, tested for any length of time. Throws if it is false. */
interface Proof {
  summary: string
  options: Record<string, Option>
  // biome-ignore lint/suspicious/noExplicitAny: each takes the values of its own options
  run(values: any): Promise<void>
}

/** The same seed repeats the same random choices. */
const SEED = {
  means: 'repeats the random choices of an earlier run',
  default: Date.now() % 2 ** 31,
  shown: 'a new one each time',
} satisfies Option

export function optionsIn(name: string, options: Record<string, Option>, args: string[]) {
  const types = Object.entries(options).map(([option, { default: usual }]) => {
    const type: 'boolean' | 'string' = typeof usual === 'boolean' ? 'boolean' : 'string'
    return [option, { type }] as const
  })
  try {
    const { values } = parseArgs({ args, options: Object.fromEntries(types) })
    const chosen = Object.entries(options).map(([option, { default: usual }]) => {
      const given = values[option] ?? usual
      if (typeof usual !== 'number') return [option, given] as const
      if (!/^\d{1,15}$/.test(String(given))) throw new Error(`--${option} takes a whole number, not "${given}"`)
      return [option, Number(given)] as const
    })
    return Object.fromEntries(chosen)
  } catch (error) {
    const [reason] = (error as Error).message.split(/\.\s/)
    throw new Failure(`${reason}; "npm run prove -- ${name} --help" lists the options`)
  }
}

function helpOf(name: string, { summary, options }: Proof): string {
  const lines = Object.entries(options).map(([option, { means, default: usual, shown }]) => {
    const left = typeof usual === 'boolean' ? `--${option}` : `--${option} <${typeof usual}>`
    const otherwise = shown ?? (usual ? usual.toLocaleString('en') : '')
    return `  ${left.padEnd(24)}${means}${otherwise && ` (${otherwise})`}`
  })
  return [`npm run prove -- ${name}`, `  ${summary}`, ...lines, ''].join('\n')
}

/** Random commands in workerd: the tests of test/model, for longer. */
const model: Proof = {
  summary:
    'random commands of many users, also concurrent, on the real site and on a simple model of its rules: both must agree',
  options: {
    runs: { means: 'number of commands', default: 100_000 },
    seed: SEED,
  },
  async run({ runs, seed }: { runs: number; seed: number }) {
    console.log(`${runs.toLocaleString('en')} commands, seed ${seed}`)
    const code = await runInWorkerd({ runs, seed }, '--disableConsoleIntercept', 'test/model/model.test.ts')
    if (code !== 0)
      throw new Failure(
        'the site and the model disagree: add the steps above to test/model/regressions.ts, then fix the cause',
      )
  },
}

const crash: Proof = {
  summary: 'kills the site during writes, migrations, the seed and backups: no acknowledged write may be lost',
  options: {
    rounds: { means: 'number of kills', default: 50 },
    people: { means: 'number of concurrent writers', default: 12 },
    only: { means: 'one kind of round: writes, migration, seeding, backup, cron', default: '' },
    serve: { means: 'run the site as npm run serve does, not as npm start does', default: false },
    seed: SEED,
  },
  run: async (values) => void (await (await import('./crash/run.ts')).runCrash(values)),
}

const faults: Proof = {
  summary: 'every route and cron step with every dependency failing: nothing may be half done',
  options: {},
  async run() {
    process.env.JOULE_LONG = '1'
    if ((await runInWorkerd({}, '--tags-filter=long', 'test/faults')) !== 0)
      throw new Failure('a fault test failed; "npm run prove -- faults" repeats it')
  },
}

const cost: Proof = {
  summary:
    'CPU time and memory of the largest accepted inputs, as ratios: no request, read, export or image takes too much',
  options: {},
  async run() {
    if ((await runVitest({ cost: true }, '--project', 'node', '--tags-filter=cost')) !== 0)
      throw new Failure('a measurement is above its limit; "npm run prove -- cost" repeats it')
  },
}

const fuzz: Proof = {
  summary:
    'unusual requests to every route of the OpenAPI document and every page: each response must match the document',
  options: {
    requests: { means: 'number of requests, including pages', default: 10_000 },
    seed: SEED,
  },
  run: async (values) => (await import('./fuzz/site.ts')).runFuzz(values),
}

/** A proof loads its code when it runs, so that the help is fast. */
const PROOFS: Record<string, Proof> = { model, crash, faults, cost, fuzz }

const runInWorkerd = (wanted: object, ...args: string[]) => runVitest(wanted, '--project', 'worker', ...args)

/** The configuration of vitest passes `wanted` to the tests. */
function runVitest(wanted: object, ...args: string[]): Promise<number> {
  process.env.JOULE_PROVE = JSON.stringify(wanted)
  return withFolderInMemory(() => run('vitest', ['run', '--silent=false', ...args]))
}

/** `npm run prove -- <name> …`: tries the site harder than `npm test` does, as long as required. */
export async function prove([name, ...args]: string[]): Promise<void> {
  if (name === undefined || name === '--help') return console.log(help())
  const wanted = Object.hasOwn(PROOFS, name) ? PROOFS[name] : undefined
  if (!wanted) throw new Failure(`unknown proof "${name}"; "npm run prove -- --help" lists the proofs`)
  if (args.includes('--help')) return console.log(helpOf(name, wanted))
  await wanted.run(optionsIn(name, wanted.options, args))
}

function help(): string {
  return Object.entries(PROOFS)
    .map(([name, one]) => helpOf(name, one))
    .join('\n')
}
