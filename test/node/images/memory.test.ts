import { test } from 'vitest'
import { expectToFitIsolate, WORST } from './worst-images.ts'

// The long test uploads all of them. This one needs the most memory, in WebAssembly and in buffers.
test('the largest JPEG fits into the memory of an isolate', async () => {
  const { 'as-large-as-may-be.jpg': jpeg } = WORST
  if (!jpeg) throw new Error('the image is missing')
  await expectToFitIsolate({ 'as-large-as-may-be.jpg': jpeg })
})
