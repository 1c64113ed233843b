import { Failure } from '../../scripts/bootstrap/failure.mjs'
import { run } from '../../scripts/build/tools.ts'
import { withFolderInMemory } from '../checks/folder-in-memory.ts'
import { fuzz } from './fuzz/index.ts'
import { helpOf, optionsIn } from './options.ts'
import { type AnyProof, proof, SEED } from './proof.ts'

/** Random commands in workerd: the tests of test/model, for longer. */
const model = proof({
  summary:
    'random commands of many people, at once too, on the real site and on a naive model of its rules: both must say the same',
  options: {
    runs: { means: 'how many commands', default: 100_000 },
    seed: SEED,
  },
  async run({ runs, seed }) {
    console.log(`${runs.toLocaleString('en')} commands, seed ${seed}`)
    const code = await runInWorkerd({ runs, seed }, '--disableConsoleIntercept', 'test/model/model.test.ts')
    if (code !== 0) throw new Failure('the two do not agree: keep the steps above in test/model/kept.ts, then mend')
  },
})

const crash = proof({
  summary: 'kills the site while people write, while it migrates, seeds and backs up; what was answered must be there',
  options: {
    rounds: { means: 'how many kills', default: 50 },
    people: { means: 'who write at the same time', default: 12 },
    only: { means: 'one kind of round: writes, migration, seeding, backup, cron, views', default: '' },
    seed: SEED,
  },
  run: async (values) => void (await (await import('./crash/run.ts')).runCrash(values)),
})

const faults = proof({
  summary: 'every route and every step of the cron with every part failing; nothing may be half done',
  options: {},
  async run() {
    if ((await runInWorkerd({ faults: 'all' }, 'test/faults')) !== 0)
      throw new Failure('it does not hold; "npm run prove -- faults" repeats it')
  },
})

const load = proof({
  summary: 'writes on many connections at once: no update is lost, limits hold to the one, memory stays bounded',
  options: {
    connections: { means: 'that write', default: 64 },
    readers: { means: 'more connections, that read pages', default: 8 },
    seconds: { means: 'for how long', default: 60 },
    minutes: { means: 'for how long, instead', default: 0 },
    seed: SEED,
  },
  run: async (values) => void (await (await import('./load/run.ts')).runLoad(values)),
})

/** A proof loads its code when it runs, so that the help is fast. */
const PROOFS: Record<string, AnyProof> = { model, crash, faults, load, fuzz }

/** The configuration of vitest passes `wanted` to the tests in workerd. */
function runInWorkerd(wanted: object, ...args: string[]): Promise<number> {
  process.env.JOULE_PROVE = JSON.stringify(wanted)
  return withFolderInMemory(() => run('vitest', ['run', '--project', 'worker', '--silent=false', ...args]))
}

/** `npm run prove -- <name> …`: tries the site harder than `npm test` does, as long as required. */
export async function prove([name, ...args]: string[]): Promise<void> {
  if (name === undefined || name === '--help') return console.log(help())
  const wanted = Object.hasOwn(PROOFS, name) ? PROOFS[name] : undefined
  if (!wanted) throw new Failure(`there is no proof "${name}"; "npm run prove -- --help" lists them`)
  if (args.includes('--help')) return console.log(helpOf(name, wanted))
  await wanted.run(optionsIn(name, wanted.options, args))
}

function help(): string {
  return Object.entries(PROOFS)
    .map(([name, one]) => helpOf(name, one))
    .join('\n')
}
