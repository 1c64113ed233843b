import { orFail } from '../../../../scripts/bootstrap/failure.mjs'
import { joule } from '../../../../scripts/commands/joule.ts'
import { inProcessWrangler } from './wrangler.ts'

await orFail(() => joule(process.argv.slice(2), inProcessWrangler))
