import { orFail } from './bootstrap/failure.mjs'
import { inProjectNode } from './bootstrap/project-node.mjs'
import { isHelp, SERVE_HELP } from './bootstrap/start-help.mjs'

await orFail(async () => {
  if (isHelp('npm run serve', process.argv.slice(2))) return console.log(SERVE_HELP)
  return inProjectNode(async () => {
    const { buildInChild } = await import('./build/in-child.ts')
    const built = buildInChild()
    // Loaded during the build, which saves a second.
    const { serve } = await import('./site/serve.ts')
    await built
    await serve()
  })
})
