import { buildAndRun } from './bootstrap/run-site.mjs'

await buildAndRun('serve')
