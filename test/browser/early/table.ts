import { account } from './account.ts'
import { administration } from './administration.ts'
import { comments } from './comments.ts'
import { every } from './every.ts'
import { factors } from './factors.ts'
import { reading } from './reading.ts'
import { space } from './space.ts'
import type { Visit } from './visit.ts'
import { writing } from './writing.ts'

/** The early actions, by page. early.test.ts fails for a behaviour without a line here. */
export const TABLE: Record<string, Visit[]> = {
  'every page': every,
  accounts: account,
  'second factors and tokens': factors,
  'a post': reading,
  comments,
  'spaces, messages and figures': space,
  writing,
  administration,
}
