import { beforeAll } from 'vitest'
import { buildBrowser } from '../../../scripts/build/index.ts'
import { runWrangler } from '../../../scripts/cloudflare/account.ts'
import { deployCases } from './support/deploy-cases.ts'

beforeAll(buildBrowser)

deployCases(runWrangler)
