import { test } from 'vitest'
import { putDemoSite } from '../support/small-site.ts'
import { drill } from './drill.ts'

test('a restored site is indistinguishable from the one that was backed up', () =>
  drill(putDemoSite, { pages: 100, lists: 20 }))
