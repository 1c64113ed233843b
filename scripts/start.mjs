import { orFail } from './bootstrap/failure.mjs'
import { inProjectNode } from './bootstrap/project-node.mjs'
import { isHelp, START_HELP } from './bootstrap/start-help.mjs'

await orFail(async () => {
  if (isHelp(process.argv.slice(2))) return console.log(START_HELP)
  return inProjectNode(async () => {
    const { start } = await import('./site/start.ts')
    await start()
  })
})
