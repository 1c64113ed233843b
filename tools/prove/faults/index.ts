import { Failure } from '../../../scripts/bootstrap/failure.mjs'
import { run } from '../../../scripts/build/tools.ts'
import { withFolderInMemory } from '../../checks/folder-in-memory.ts'
import { proof } from '../proof.ts'

export const faults = proof({
  summary: 'every route and every step of the cron with every part failing; nothing may be half done',
  options: {},
  async run() {
    // Through the configuration of vitest into workerd, where the tests run.
    process.env.JOULE_PROVE = JSON.stringify({ faults: 'all' })
    const vitest = ['run', '--project', 'worker', '--silent=false', 'test/faults']
    const code = await withFolderInMemory(() => run('vitest', vitest))
    if (code !== 0) throw new Failure('it does not hold; "npm run prove -- faults" repeats it')
  },
})
