import { runCommand } from './bootstrap/project-node.mjs'

// The npm scripts for operators, besides `npm start`. Each loads its code when it runs.
await runCommand({
  dev: async (args) => (await import('./site/dev.ts')).dev(args),
  build: async () => (await import('./build/code.ts')).build(),
  deploy: async (args) => (await import('./deploy/index.ts')).deploy(args),
  joule: async (args) => (await import('./commands/joule.ts')).joule(args),
  audit: async (args) => (await import('./trust/audit.ts')).audit(args),
})
