import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { withFolderInMemory } from '../../../../tools/checks/folder-in-memory.ts'
import { folderWith } from '../../scripts/support/folders.ts'

test('temporary files are created in the given folder and removed after success and failure', async () => {
  const [memory, before] = [await folderWith(), tmpdir()]
  expect(await withFolderInMemory(async () => dirname(tmpdir()), memory)).toBe(memory)
  const failing = withFolderInMemory(() => Promise.reject(new Error('the work failed')), memory)
  await expect(failing).rejects.toThrow('the work failed')
  expect(await readdir(memory)).toEqual([])
  expect(tmpdir()).toBe(before)
})

test('a machine without a memory folder uses its default folder', async () => {
  const missing = join(await folderWith(), 'missing')
  expect(await withFolderInMemory(async () => tmpdir(), missing)).toBe(tmpdir())
  expect(existsSync(missing)).toBe(false)
})
