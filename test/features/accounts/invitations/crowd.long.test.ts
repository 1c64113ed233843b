import { test } from 'vitest'
import { concurrentRegistrations } from './fixtures.ts'

test('1,000 concurrent registrations with a ten-use code create exactly ten accounts', () =>
  concurrentRegistrations(1_000, 10))
