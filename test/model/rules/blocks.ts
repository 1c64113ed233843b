import { act, ok, person, refusal } from '../act.ts'
import type { Site } from '../state.ts'

export type Touch = 'follow' | 'comment' | 'reply' | 'mention' | 'energize' | 'notify' | 'like' | 'report' | 'moderate'

/**
 * Who may touch whom. The blocked cannot follow, comment on, reply to, mention or energize the blocker; follows are between two
 * who do not block each other; neither's notices reach the other. Likes count all the same; reports and admins know no blocks.
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
