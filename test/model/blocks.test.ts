import { expect, test } from 'vitest'
import * as ofSite from '#features/core/blocks/block.ts'
import { mayTouch, type Touch } from './rules/blocks.ts'
import { emptySite } from './state.ts'

const [ACTOR, OTHER] = [1, 2]

/** Allowed interactions if: nobody blocks, the actor blocks the other, the other blocks the actor, both block. */
const TABLE: Record<Touch, [boolean, boolean, boolean, boolean]> = {
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

test.each(Object.entries(TABLE) as [Touch, boolean[]][])(
  'the table, the model and the site agree about blocks: %s',
  (touch, row) => {
    const model = SITUATIONS.map(({ iBlock, blocksMe }) => {
      const site = emptySite(0)
      if (iBlock) site.blocks.add(`${ACTOR}>${OTHER}`)
      if (blocksMe) site.blocks.add(`${OTHER}>${ACTOR}`)
      return mayTouch(site, touch, ACTOR, OTHER)
    })
    expect(model).toEqual(row)
    expect(SITUATIONS.map((between) => ofSite.mayTouch(touch, between))).toEqual(row)
  },
)

test('the block table lists every kind of interaction', () => {
  expect(Object.keys(TABLE).sort()).toEqual([...ofSite.TOUCH_NAMES].sort())
})
