import { orFail } from './bootstrap/failure.mjs'
import { inProjectNode } from './bootstrap/project-node.mjs'
import { isHelp, START_HELP } from './bootstrap/start-help.mjs'

await orFail(async () => {
  if (isHelp('npm start', process.argv.slice(2))) return console.log(START_HELP)
  return inProjectNode(async () => {
    const { buildInChild } = await import('./build/in-child.ts')
    const built = buildInChild()
    // Loaded during the build, which saves a second.
    const { start } = await import('./site/start.ts')
    await built
    await start()
  })
})
