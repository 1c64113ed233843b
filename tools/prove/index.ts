import { Failure } from '../../scripts/bootstrap/failure.mjs'
import { run } from '../../scripts/build/tools.ts'
import { withFolderInMemory } from '../checks/folder-in-memory.ts'
import { fuzz } from './fuzz/index.ts'
import { helpOf, optionsIn } from './options.ts'
import { type AnyProof, proof, SEED } from './proof.ts'

/** Random commands in workerd: the tests of test/model, for longer. */
const model = proof({
  summary:
    'random commands of many users, also concurrent, on the real site and on a simple model of its rules: both must agree',
  options: {
    runs: { means: 'number of commands', default: 100_000 },
    seed: SEED,
  },
  async run({ runs, seed }) {
    console.log(`${runs.toLocaleString('en')} commands, seed ${seed}`)
    const code = await runInWorkerd({ runs, seed }, '--disableConsoleIntercept', 'test/model/model.test.ts')
    if (code !== 0)
      throw new Failure(
        'the site and the model disagree: add the steps above to test/model/regressions.ts, then fix the cause',
      )
  },
})

const crash = proof({
  summary: 'kills the site during writes, migrations, the seed and backups: no acknowledged write may be lost',
  options: {
    rounds: { means: 'number of kills', default: 50 },
    people: { means: 'number of concurrent writers', default: 12 },
    only: { means: 'one kind of round: writes, migration, seeding, backup, cron, views', default: '' },
    serve: { means: 'run the site as npm run serve does, not as npm start does', default: false },
    seed: SEED,
  },
  run: async (values) => void (await (await import('./crash/run.ts')).runCrash(values)),
})

const faults = proof({
  summary: 'every route and cron step with every dependency failing: nothing may be half done',
  options: {},
  async run() {
    if ((await runInWorkerd({ faults: 'all' }, 'test/faults')) !== 0)
      throw new Failure('a fault test failed; "npm run prove -- faults" repeats it')
  },
})

const cost = proof({
  summary:
    'CPU time and memory of the largest accepted inputs, as ratios: no request, read, export or image takes too much',
  options: {},
  async run() {
    if ((await runVitest({ cost: true }, '--project', 'node', '--tags-filter=cost')) !== 0)
      throw new Failure('a measurement is above its limit; "npm run prove -- cost" repeats it')
  },
})

const load = proof({
  summary: 'concurrent writes on many connections: no lost update, exact limits, bounded memory',
  options: {
    connections: { means: 'number of writing connections', default: 64 },
    readers: { means: 'number of additional connections that read pages', default: 8 },
    seconds: { means: 'duration in seconds', default: 60 },
    minutes: { means: 'duration in minutes, instead of --seconds', default: 0 },
    seed: SEED,
  },
  run: async (values) => void (await (await import('./load/run.ts')).runLoad(values)),
})

const imports = proof({
  summary: 'imports a generated WordPress export: the dry run equals the import, a second import creates nothing',
  options: {
    posts: { means: 'number of posts', default: 10_000 },
    comments: { means: 'comments of each post', default: 3 },
  },
  run: async (values) => (await import('./import/run.ts')).runImports(values),
})

/** A proof loads its code when it runs, so that the help is fast. */
const PROOFS: Record<string, AnyProof> = { model, crash, faults, cost, load, fuzz, import: imports }

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
