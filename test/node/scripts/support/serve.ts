import { orFail } from '../../../../scripts/bootstrap/failure.mjs'
import { serve } from '../../../../scripts/site/start.ts'

await orFail(serve)
