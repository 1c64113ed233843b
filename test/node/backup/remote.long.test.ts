import { runWrangler } from '../../../scripts/cloudflare/account.ts'
import { putDemoSite } from '../support/small-site.ts'
import { remoteCases } from './remote-cases.ts'

remoteCases(runWrangler, putDemoSite)
