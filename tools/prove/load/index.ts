import { proof, SEED } from '../proof.ts'

export const load = proof({
  summary: 'writes on many connections at once: no update is lost, limits hold to the one, memory stays bounded',
  options: {
    connections: { means: 'that write', default: 64 },
    readers: { means: 'more connections, that read pages', default: 8 },
    seconds: { means: 'for how long', default: 60 },
    minutes: { means: 'for how long, instead', default: 0 },
    seed: SEED,
  },
  async run(values) {
    const { runLoad } = await import('./run.ts')
    await runLoad(values)
  },
})
