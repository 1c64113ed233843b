import { runCommand } from '../scripts/bootstrap/project-node.mjs'

// The npm scripts for developers. Each loads its code when it runs.
await runCommand({
  test: async (args) => (await import('./checks/test.ts')).test(args),
  'test:long': async () => (await import('./checks/test.ts')).testLong(),
  check: async (args) => (await import('./checks/test.ts')).check(args),
  bench: async (args) => (await import('./bench/run.ts')).runBench(args),
  prove: async (args) => (await import('./prove/index.ts')).prove(args),
  schema: async () => (await import('./schema/index.ts')).writeSchema(),
  migration: async (args) => (await import('./schema/propose.ts')).writeMigration(args),
  api: async (args) => (await import('./api.ts')).recordExamples(args),
  confusables: async () => (await import('./confusables.ts')).writeLookAlikes(),
  screenshots: async () => (await import('./screenshots/index.ts')).takeScreenshots(),
  lighthouse: async (args) => (await import('./lighthouse/index.ts')).runLighthouse(args),
  repository: async (args) => (await import('./repository.ts')).setRepository(args),
})
