import { account } from './account.ts'
import { administration } from './administration.ts'
import { comments } from './comments.ts'
import { every } from './every.ts'
import { factors } from './factors.ts'
import { reading } from './reading.ts'
import { space } from './space.ts'
import type { Visit } from './visit.ts'
import { writing } from './writing.ts'

/** What is done early, by page. A behaviour without a line fails early.test.ts. */
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
