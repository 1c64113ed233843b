import { orFail } from '../../../../scripts/bootstrap/failure.mjs'
import { buildBrowser } from '../../../../scripts/build/index.ts'
import { deploy } from '../../../../scripts/deploy/index.ts'

// Without types and lint, which `npm test` has checked by now.
await orFail(() => deploy(process.argv.slice(2), buildBrowser))
