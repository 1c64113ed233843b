import { type Note, notesOf } from '#client/import/draft-of.ts'
import { type ImportItem, isRefused, type RefusedItem, withSources } from '#import/item.ts'
import { IMAGES_MAX } from '#kernel/html/images.ts'
import { RAW_BODY_MAX, TAGS_IN_BODY_MAX, tagsIn } from '#kernel/post-limits.ts'

/** A post that this author imported before, from `GET /api/studio/imports`. */
export interface ImportedPost {
  post_id: number
  updated_at: string
  version: number
  status: string
  /** The time since which the post is in the bin. Null if it is not in the bin. */
  deleted_at: string | null
}

export const ROW_STATES = ['new', 'changed', 'imported', 'refused'] as const
export type RowState = (typeof ROW_STATES)[number]

/** An item of the file without its body, because a file may contain thousands of items. */
export interface Row {
  /** Null if the item has no usable key. It is refused then. */
  key: string | null
  title: string
  /** The date that the table shows. */
  date: string | null
  updatedAt: string | null
  /** The bytes of the body. */
  bytes: number
  imagesInFile: number
  imagesOnWeb: number
  hasTags: boolean
  notes: Note[]
  /** Why the item cannot be imported. Null if it can. */
  refused: RefusedItem['refused'] | Refusal | null
  /** The post of an earlier import of this item, or of this one. */
  post: ImportedPost | null
  isChosen: boolean
}

type Refusal = 'too_long' | 'too_many_html_tags' | 'too_many_images'

export function rowOf(item: ImportItem | RefusedItem): Row {
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
    post: null,
    isChosen: false,
  }
}

/** The limits of the API because of which it would certainly refuse the item. */
function refusalOf(item: ImportItem): Refusal | null {
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
