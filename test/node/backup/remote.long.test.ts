import { runWrangler } from '../../../scripts/cloudflare/account.ts'
import { putDemoSite } from '../support/demo-site.ts'
import { remoteCases } from './remote-cases.ts'

remoteCases(runWrangler, putDemoSite)
