import { orFail } from '../../../../scripts/bootstrap/failure.mjs'
import { move } from '../../../../scripts/commands/move.ts'
import { inProcessWrangler } from './wrangler.ts'

// Without the other commands, which take most of the time to load.
await orFail(() => move(process.argv.slice(2), inProcessWrangler, console.log))
