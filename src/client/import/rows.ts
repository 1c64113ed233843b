import { notesOf } from '#client/import/draft-of.ts'
import { type ImportItem, isRefused, type RefusedItem, withSources } from '#import/item.ts'
import { IMAGES_MAX } from '#kernel/html/images.ts'
import { RAW_BODY_MAX, TAGS_IN_BODY_MAX, tagsIn } from '#kernel/post-limits.ts'

/** A post that this author imported before, from `GET /api/studio/imports`. */
export interface ImportedPost {
  post_id: number
  updated_at: string
  version: number
  status: string
  /** In the bin since. */
  deleted_at: string | null
}

export const ROW_STATES = ['new', 'changed', 'imported', 'refused'] as const
export type RowState = (typeof ROW_STATES)[number]

/** What the page keeps of an item: not its body, because a file may contain thousands. */
export type Row = ReturnType<typeof rowOf>

export function rowOf(item: ImportItem | RefusedItem) {
  const post = isRefused(item) ? null : item
  const images = post?.images ?? []
  const imagesInFile = images.filter(({ file }) => file !== null).length
  return {
    key: item.key,
    title: item.title,
    date: post?.publishedAt ?? post?.updatedAt ?? null,
    updatedAt: post?.updatedAt ?? null,
    bytes: new TextEncoder().encode(post?.body).length,
    imagesInFile,
    imagesOnWeb: images.length - imagesInFile,
    hasTags: post !== null && post.tags.length > 0,
    notes: post === null ? [] : notesOf(post),
    refused: isRefused(item) ? item.refused : refusalOf(item),
    post: null as ImportedPost | null,
    isChosen: false,
  }
}

/** Limits of the API that are certain to refuse the item. */
function refusalOf(item: ImportItem): 'too_long' | 'too_many_html_tags' | 'too_many_images' | null {
  const { body, images, coverUrl } = item
  if (body.length > RAW_BODY_MAX && lengthToSend(body) > RAW_BODY_MAX) return 'too_long'
  if (tagsIn(body) > TAGS_IN_BODY_MAX) return 'too_many_html_tags'
  const inBody = images.filter(({ source }) => source !== coverUrl).length
  return inBody > IMAGES_MAX ? 'too_many_images' : null
}

/** Inline images are uploaded, so their bytes do not count. */
function lengthToSend(body: string): number {
  return [...withSources(body, (source) => (source.startsWith('data:') ? '' : source))].length
}

export function stateOf({ refused, post, updatedAt }: Row): RowState {
  if (refused !== null) return 'refused'
  if (post === null) return 'new'
  return updatedAt !== null && Date.parse(updatedAt) > Date.parse(post.updated_at)
    ? 'changed'
    : 'imported'
}

/** A changed post can be updated only while it is a draft. */
export function isSelectable(row: Row): boolean {
  const state = stateOf(row)
  return (
    state === 'new' ||
    (state === 'changed' && row.post?.status === 'draft' && row.post.deleted_at === null)
  )
}
