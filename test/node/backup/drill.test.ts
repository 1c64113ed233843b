import { test } from 'vitest'
import { putSmallSite } from '../support/small-site.ts'
import { drill } from './drill.ts'

test('a restored site is indistinguishable from the one that was backed up', () =>
  drill(putSmallSite, { pages: 30, lists: 20 }))
