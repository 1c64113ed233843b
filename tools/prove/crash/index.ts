import { proof, SEED } from '../proof.ts'

export const crash = proof({
  summary: 'kills the site while people write, while it migrates, seeds and backs up; what was answered must be there',
  options: {
    rounds: { means: 'how many kills', default: 50 },
    people: { means: 'who write at the same time', default: 12 },
    only: { means: 'one kind of round: writes, migration, seeding, backup, cron, views', default: '' },
    seed: SEED,
  },
  async run(values) {
    const { runCrash } = await import('./run.ts')
    await runCrash(values)
  },
})
