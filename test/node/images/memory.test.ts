import { test } from 'vitest'
import { expectToFitIsolate, WORST } from './worst-images.ts'

test('the largest JPEG and the largest PNG fit into the memory of an isolate', async () => {
  const { 'as-large-as-may-be.jpg': jpeg, 'sixteen-bits.png': png } = WORST
  if (!jpeg || !png) throw new Error('an image is missing')
  await expectToFitIsolate({ 'as-large-as-may-be.jpg': jpeg, 'sixteen-bits.png': png })
})
