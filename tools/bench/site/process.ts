import { openBare } from '../bare/open.ts'
import { answerParent } from '../child.ts'
import { type BenchedSite, openSite, type SiteToOpen } from './open.ts'

/** All measured servers: one process, because Miniflare's own part must be on the server's core too. */
const open: BenchedSite[] = []

answerParent({
  async site(wanted: SiteToOpen) {
    return described(await openSite(wanted))
  },
  async bare({ folder, assets }: { folder: string; assets: string | null }) {
    return described(await openBare(folder, assets))
  },
  async scheduled() {
    await open.at(-1)?.scheduled()
  },
  async stop() {
    for (let site = open.pop(); site; site = open.pop()) await site.stop()
  },
})

function described(site: BenchedSite) {
  open.push(site)
  return { port: site.port, runtime: site.runtime }
}
