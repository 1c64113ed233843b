import { describe } from 'vitest'
import { isLong, LONG } from '#test/long.ts'
import { runWrangler } from '../../../scripts/cloudflare/account.ts'
import { inProcessWrangler } from '../scripts/support/wrangler.ts'
import { putDemoSite, putSmallSite } from '../support/small-site.ts'
import { remoteCases } from './remote-cases.ts'

describe('backups of a deployed site', LONG, () =>
  isLong ? remoteCases(runWrangler, putDemoSite) : remoteCases(inProcessWrangler, putSmallSite),
)
