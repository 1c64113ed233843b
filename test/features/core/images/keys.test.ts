import { expect, test } from 'vitest'
import { newImageKey, typeOfKey } from '#features/core/images/keys.ts'
import { safeImageSource } from '#kernel/html/urls.ts'

test('every key is an address that a post may show, whatever its first character', () => {
  const keys = Array.from({ length: 2000 }, () => newImageKey('image/webp'))
  const refused = keys.filter((key) => safeImageSource(`/images/${key}`) === null || typeOfKey(key) !== 'image/webp')
  expect(refused).toEqual([])
  expect(new Set(keys.map(([first]) => first)).size).toBe(64)
})
