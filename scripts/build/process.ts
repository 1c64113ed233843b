import { orFail } from '../bootstrap/failure.mjs'
import { buildSite } from './index.ts'

await orFail(buildSite)
