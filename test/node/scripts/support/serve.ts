import { orFail } from '../../../../scripts/bootstrap/failure.mjs'
import { serve } from '../../../../scripts/site/serve.ts'
import { start } from '../../../../scripts/site/start.ts'

await orFail(process.argv[2] === 'serve' ? serve : start)
