import { test } from 'vitest'
import { expectSamePages } from './shared-copies.ts'

test('each page made from copies equals the page made without them, for every kind of viewer', () =>
  expectSamePages(() => Number.POSITIVE_INFINITY))
