import { orFail } from '../../../../scripts/bootstrap/failure.mjs'
import { runSite } from '../../../../scripts/site/run-site.ts'

await orFail(() => runSite(process.argv[2] === 'serve' ? 'serve' : 'start'))
