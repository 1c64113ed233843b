import { afterEach, beforeEach, test, vi } from 'vitest'
import { countReaders, stopTime } from './published.ts'

beforeEach(stopTime)
afterEach(() => void vi.useRealTimers())

test('ten thousand readers are all counted with one write a minute', () => countReaders(10_000))
