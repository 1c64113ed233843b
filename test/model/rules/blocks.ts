import { act, ok, person, refusal } from '../act.ts'
import type { Site } from '../state.ts'

export type Touch = 'follow' | 'comment' | 'reply' | 'mention' | 'energize' | 'notify' | 'like' | 'report' | 'moderate'

/**
 * The rules of blocks. A blocked user cannot follow, comment on, reply to, mention or energize the blocker. Users follow
 * each other only if neither blocks the other, and get no notices of each other. Blocks do not affect likes, reports and
 * admins.
 */
export function mayTouch(site: Site, touch: Touch, by: number, whom: number): boolean {
  const isBlocked = site.blocks.has(`${whom}>${by}`)
  const blocks = site.blocks.has(`${by}>${whom}`)
  switch (touch) {
    case 'follow':
    case 'notify':
      return !isBlocked && !blocks
    case 'comment':
    case 'reply':
    case 'mention':
    case 'energize':
      return !isBlocked
    case 'like':
    case 'report':
    case 'moderate':
      return true
  }
}

export const blockActs = {
  block: act(3, { whom: person }, ({ by, whom }) => ({
    method: 'POST',
    path: `/api/users/${whom}/block`,
    rule(site) {
      const refused = refusal(by === whom && 'own_post')
      if (refused) return refused
      const pair = `${by}>${whom}`
      if (site.blocks.delete(pair)) return ok({ blocked: false })
      site.blocks.add(pair)
      site.follows.delete(pair)
      site.follows.delete(`${whom}>${by}`)
      return ok({ blocked: true })
    },
  })),
}
