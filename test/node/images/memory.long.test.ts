import { test } from 'vitest'
import { expectToFitIsolate, WORST } from './worst-images.ts'

test('every worst image fits into the memory of an isolate', () => expectToFitIsolate(WORST))
