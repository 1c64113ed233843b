import type { ImportFormat } from '#import/format.ts'
import type { ImportComment, ImportItem, RefusedItem } from '#import/item.ts'
import { NO_MAPPING } from '../../../scripts/import/mapping.ts'
import { type ImportOrder, runImport } from '../../../scripts/import/run.ts'
import { targetOf } from '../../../scripts/import/target.ts'
import type { TestSite } from '../support/site.ts'
import { filesWith } from './formats/read.ts'

export const NOW = new Date('2026-11-17T00:00:00.000Z')

export function item(key: string, more: Partial<ImportItem> = {}): ImportItem {
  return {
    key,
    title: `Title of ${key}`,
    body: `<p>Text of ${key}</p>`,
    summary: null,
    tags: [],
    coverUrl: null,
    isPublished: true,
    publishedAt: '2019-05-01T10:00:00.000Z',
    updatedAt: '2020-06-01T10:00:00.000Z',
    url: null,
    path: null,
    author: null,
    images: [],
    comments: [],
    losses: [],
    ...more,
  }
}

export function comment(key: string, more: Partial<ImportComment> = {}): ImportComment {
  return {
    key,
    author: null,
    body: `Comment ${key}`,
    createdAt: '2019-05-02T10:00:00.000Z',
    replyTo: null,
    ...more,
  }
}

export const author = (name: string, email: string | null = `${name}@example.com`) => ({
  key: name,
  name,
  email,
})

type Items = (ImportItem | RefusedItem)[]

/** Imports items as a format would read them. */
export async function importItems(
  { storage, query }: TestSite,
  items: Items,
  {
    files = {},
    options = {},
    ...more
  }: Partial<Pick<ImportOrder, 'mapping' | 'now'>> & {
    files?: Record<string, string>
    options?: Partial<ImportOrder['options']>
  } = {},
) {
  const format: ImportFormat = {
    name: 'ghost',
    matches: async () => true,
    async *read() {
      yield* items
    },
  }
  const print = () => {}
  const run = await runImport({
    target: targetOf({ storage, query, data: '', print }),
    format,
    files: await filesWith(files),
    print,
    mapping: NO_MAPPING,
    now: NOW,
    ...more,
    options: {
      path: '',
      isDryRun: false,
      as: null,
      map: null,
      keepsCanonical: false,
      copiesImages: false,
      ...options,
    },
  })
  return { summary: run.summary, lines: run.lines() }
}

/** One pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
