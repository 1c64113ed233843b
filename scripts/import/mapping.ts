import { readFile } from 'node:fs/promises'
import * as z from 'zod'
import type { ImportAuthor } from '#import/item.ts'
import { Failure } from '../bootstrap/failure.mjs'

/** A uid, an e-mail address or a username. */
const AccountName = z.union([z.int().positive().transform(String), z.string().trim().min(1)])

const Mapping = z.strictObject({
  /**
   * The account of each author, by the key or the e-mail address that the author has in the file.
   * `*` is for authors that would have no account. Null leaves the posts and comments of an author
   * out.
   */
  authors: z.record(z.string(), AccountName.nullable()).default({}),
  /** New names of tags. Null removes a tag. */
  tags: z.record(z.string(), z.string().trim().min(1).nullable()).default({}),
})

export type Mapping = z.output<typeof Mapping>

export const NO_MAPPING: Mapping = { authors: {}, tags: {} }

export async function readMapping(file: string): Promise<Mapping> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Failure(`the mapping file ${file} cannot be read`)
  })
  const { data, error } = Mapping.safeParse(jsonIn(text, file))
  if (data) return data
  const [issue] = error.issues
  throw new Failure(
    `the mapping file ${file} is not valid: ${issue?.path.join('.') || 'it'}: ${issue?.message}`,
  )
}

function jsonIn(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Failure(`the mapping file ${file} is not valid JSON`)
  }
}

/** Undefined if the file has no entry for the author. */
export function mappedAuthor(
  { authors }: Mapping,
  { key, email }: ImportAuthor,
): string | null | undefined {
  const name = [key, email].find((name) => name !== null && Object.hasOwn(authors, name))
  return name == null ? undefined : authors[name]
}

/** The account of the entry `*`. Undefined if the file has none. */
export const mappedOthers = ({ authors }: Mapping) =>
  Object.hasOwn(authors, '*') ? authors['*'] : undefined

/** The new names of tags, without the tags that the file removes. */
export function mappedTags({ tags }: Mapping, names: readonly string[]): string[] {
  return names.flatMap((name) => (Object.hasOwn(tags, name) ? (tags[name] ?? []) : name))
}
