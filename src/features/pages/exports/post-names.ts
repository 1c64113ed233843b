import type { Row } from '#features/pages/exports/exported-tables.ts'

const LETTERS_MAX = 60

/** Letters and digits, separated by hyphens. With an id, which makes the slug unique. */
export function slugOf(text: string, id?: Row[string]): string {
  const words =
    [...text.toLowerCase()]
      .slice(0, LETTERS_MAX)
      .join('')
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return (id === undefined ? words : [id, ...words]).join('-')
}

/** Pairs of key and name, in the order of the author. */
export function tagsOf({ tags }: Row): [key: string, name: string][] {
  return JSON.parse(String(tags))
}
