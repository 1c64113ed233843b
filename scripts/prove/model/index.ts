import { Failure } from '../../bootstrap/failure.mjs'
import { run } from '../../build/tools.ts'
import { proof, SEED } from '../proof.ts'

export const model = proof({
  summary: 'random commands of many people at once; the books must be right after them',
  options: {
    runs: { means: 'how many commands', default: 100_000 },
    seed: SEED,
  },
  async run({ runs, seed }) {
    // Through the configuration of vitest into workerd, where the tests run.
    process.env.JOULE_PROVE = JSON.stringify({ runs, seed })
    console.log(`${runs.toLocaleString('en')} commands, seed ${seed}`)
    const code = await run('vitest', ['run', '--project', 'worker', '--silent=false', ...TESTS])
    if (code !== 0)
      throw new Failure(`it does not hold: "npm run prove -- model --runs ${runs} --seed ${seed}" repeats it`)
  },
})

const TESTS = ['test/features/economy.property.test.ts']
