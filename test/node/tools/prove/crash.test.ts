import { test } from 'vitest'
import { expectNoLoss } from './crash.ts'

test('a site that is killed during writes loses no acknowledged write and leaves none half done', () => expectNoLoss(1))
