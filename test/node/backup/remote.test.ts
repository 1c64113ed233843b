import { inProcessWrangler } from '../scripts/support/wrangler.ts'
import { putSmallSite } from '../support/small-site.ts'
import { remoteCases } from './remote-cases.ts'

remoteCases(inProcessWrangler, putSmallSite)
