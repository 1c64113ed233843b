import type { StorageKind } from '#features/core/storage/quotas.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'

export const storageTexts = bilingual({
  full: [
    (state: string, advice: string) => `存储空间已满：${state}。${advice}`,
    (state: string, advice: string) => `Your storage is full: ${state}. ${advice}`,
  ],
  higher: ['等级越高，空间越大。', 'Higher levels have more space.'],
  notice: ['你的存储空间快满了。', 'Your storage is almost full.'],
  fullNotice: ['你的存储空间已满。', 'Your storage is full.'],
  stop: ['。', '. '],
  state: {
    posts: [
      (used: string, allowed: string) => `文章 ${used} / ${allowed} 篇`,
      (used: string, allowed: string) => `${used} of ${allowed} posts`,
    ],
    drafts: [
      (used: string, allowed: string) => `草稿 ${used} / ${allowed} 篇`,
      (used: string, allowed: string) => `${used} of ${allowed} drafts`,
    ],
    revisions: [
      (used: string, allowed: string) => `历史版本 ${used} / ${allowed} 个`,
      (used: string, allowed: string) => `${used} of ${allowed} saved versions`,
    ],
    text_bytes: [
      (used: string, allowed: string) => `文字 ${used} / ${allowed}`,
      (used: string, allowed: string) => `${used} of ${allowed} of text`,
    ],
    images: [
      (used: string, allowed: string) => `图片 ${used} / ${allowed} 张`,
      (used: string, allowed: string) => `${used} of ${allowed} images`,
    ],
    image_bytes: [
      (used: string, allowed: string) => `图片 ${used} / ${allowed}`,
      (used: string, allowed: string) => `${used} of ${allowed} of images`,
    ],
  },
  advice: {
    posts: [
      '可以删除不需要的文章，回收站清空后不再计算。',
      'Delete posts you do not need. They count until they leave the bin.',
    ],
    drafts: ['可以发布或删除一些草稿。', 'Publish or delete some drafts.'],
    revisions: ['可以在文章的“历史”页面清空历史版本。', 'Delete the history of some posts on their history pages.'],
    text_bytes: [
      '可以清空历史版本，或删除不需要的文章，回收站清空后不再计算。',
      'Delete the history of some posts, or delete posts. Deleted posts count until they leave the bin.',
    ],
    images: [
      '可以移除文章中不需要的图片，一天后不再计算。',
      'Remove images you do not need from your posts. They stop counting after a day.',
    ],
    image_bytes: [
      '可以移除文章中不需要的图片，一天后不再计算。',
      'Remove images you do not need from your posts. They stop counting after a day.',
    ],
  },
})

/** `84 of 100 drafts`, `8.4 MB of 10 MB of text`. */
export function quotaState(kind: StorageKind, used: number, allowed: number, language: Language): string {
  const written = kind === 'text_bytes' || kind === 'image_bytes' ? size : (count: number) => String(count)
  return storageTexts[language].state[kind](written(used), written(allowed))
}

export function quotaMessage(kind: StorageKind, used: number, allowed: number, language: Language): string {
  const { full, advice } = storageTexts[language]
  return full(quotaState(kind, used, allowed, language), advice[kind])
}

const MB = 1024 * 1024
const GB = 1024 * MB

function size(bytes: number): string {
  return bytes >= GB ? `${tenths(bytes / GB)} GB` : `${tenths(bytes / MB)} MB`
}

/** Rounded up: a quota with little space left must not look empty. */
function tenths(amount: number): string {
  return String(Math.ceil(amount * 10) / 10)
}
