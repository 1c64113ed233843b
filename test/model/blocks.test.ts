import { expect, test } from 'vitest'
import * as ofSite from '#features/core/blocks/block.ts'
import { type Interaction, mayInteract } from './rules/blocks.ts'
import { emptySite } from './state.ts'

const [ACTOR, OTHER] = [1, 2]

/**
 * Allowed interactions if: no one blocks, the actor blocks the other, the other blocks the actor,
 * both block.
 */
const TABLE: Record<Interaction, [boolean, boolean, boolean, boolean]> = {
  follow: [true, false, false, false],
  comment: [true, true, false, false],
  reply: [true, true, false, false],
  mention: [true, true, false, false],
  energize: [true, true, false, false],
  notify: [true, false, false, false],
  like: [true, true, true, true],
  report: [true, true, true, true],
  moderate: [true, true, true, true],
}

const SITUATIONS = [
  { iBlock: false, blocksMe: false },
  { iBlock: true, blocksMe: false },
  { iBlock: false, blocksMe: true },
  { iBlock: true, blocksMe: true },
]

test.each(Object.entries(TABLE) as [Interaction, boolean[]][])(
  'the table, the model and the site agree about blocks: %s',
  (interaction, row) => {
    const model = SITUATIONS.map(({ iBlock, blocksMe }) => {
      const site = emptySite(0)
      if (iBlock) site.blocks.add(`${ACTOR}>${OTHER}`)
      if (blocksMe) site.blocks.add(`${OTHER}>${ACTOR}`)
      return mayInteract(site, interaction, ACTOR, OTHER)
    })
    expect(model).toEqual(row)
    expect(SITUATIONS.map((between) => ofSite.mayInteract(interaction, between))).toEqual(row)
  },
)

test('the block table lists every kind of interaction', () => {
  expect(Object.keys(TABLE).sort()).toEqual([...ofSite.INTERACTION_NAMES].sort())
})
