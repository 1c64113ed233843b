import { Failure } from '../../../scripts/bootstrap/failure.mjs'
import { run } from '../../../scripts/build/tools.ts'
import { withFolderInMemory } from '../../checks/folder-in-memory.ts'
import { proof, SEED } from '../proof.ts'

/** The tests of test/model in workerd, for as many commands as one likes. */
export const model = proof({
  summary:
    'random commands of many people, at once too, on the real site and on a naive model of its rules: both must say the same',
  options: {
    runs: { means: 'how many commands', default: 100_000 },
    seed: SEED,
  },
  async run({ runs, seed }) {
    // Through the configuration of vitest into workerd, where the tests run.
    process.env.JOULE_PROVE = JSON.stringify({ runs, seed })
    console.log(`${runs.toLocaleString('en')} commands, seed ${seed}`)
    const vitest = ['run', '--project', 'worker', '--silent=false', '--disableConsoleIntercept', ...TESTS]
    const code = await withFolderInMemory(() => run('vitest', vitest))
    if (code !== 0) throw new Failure('the two do not agree: keep the steps above in test/model/kept.ts, then mend')
  },
})

const TESTS = ['test/model/model.test.ts']
