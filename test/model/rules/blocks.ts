import { act, ok, person, refuse } from '../act.ts'
import type { Site } from '../state.ts'

const NEEDS = {
  follow: 'no block',
  notify: 'no block',
  comment: 'not blocked',
  reply: 'not blocked',
  mention: 'not blocked',
  energize: 'not blocked',
  like: 'nothing',
  report: 'nothing',
  moderate: 'nothing',
} as const

export type Interaction = keyof typeof NEEDS

/**
 * The rules of blocks. A blocked user cannot follow, comment on, reply to, mention or energize the
 * blocker. Users follow each other only if neither blocks the other, and get no notices of each
 * other. Blocks do not affect likes, reports and admins.
 */
export function mayInteract(
  site: Site,
  interaction: Interaction,
  by: number,
  target: number,
): boolean {
  const isBlocked = site.blocks.has(`${target}>${by}`)
  const blocks = site.blocks.has(`${by}>${target}`)
  return { nothing: true, 'not blocked': !isBlocked, 'no block': !isBlocked && !blocks }[
    NEEDS[interaction]
  ]
}

export const blockActs = {
  block: act('POST /api/users/:uid/block', 3, { target: person }, ({ by, target }) => ({
    request: `POST /api/users/${target}/block`,
    rule(site) {
      if (by === target) return refuse('own_post')
      const pair = `${by}>${target}`
      if (site.blocks.delete(pair)) return ok({ blocked: false })
      site.blocks.add(pair)
      site.follows.delete(pair)
      site.follows.delete(`${target}>${by}`)
      for (const { owner, followers } of site.series.values()) {
        if (owner === target) followers.delete(by)
        if (owner === by) followers.delete(target)
      }
      return ok({ blocked: true })
    },
  })),
}
