import { ImportError, LIMITS } from '#kernel/import/import-error.ts'
import type { SourceFiles } from '#kernel/import/source-files.ts'

export type Json = Record<string, unknown>

export async function jsonIn(files: SourceFiles, name: string): Promise<unknown> {
  const text = await files.text(name, LIMITS.json)
  try {
    return JSON.parse(text)
  } catch {
    throw new ImportError('invalid_json', name)
  }
}

/** An empty object if it is none. */
export function objectIn(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
}

export function listIn(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** Empty if it is no text. Numbers are written as text: ids were numbers once. */
export function textIn(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}
