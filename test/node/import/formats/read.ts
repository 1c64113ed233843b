import { onTestFinished } from 'vitest'
import type { ImportFormat } from '#import/format.ts'
import { ImportError, LIMITS } from '#import/import-error.ts'
import { type ImportItem, isRefused, type RefusedItem } from '#import/item.ts'
import { filesOf, formatOf } from '#import/open-files.ts'
import type { SourceFiles } from '#import/source-files.ts'

export function filesWith(
  files: Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>,
): Promise<SourceFiles> {
  return filesOf(Object.entries(files).map(([name, content]) => new File([content], name)))
}

export async function itemsOf(
  format: ImportFormat,
  files: SourceFiles,
): Promise<(ImportItem | RefusedItem)[]> {
  const items: (ImportItem | RefusedItem)[] = []
  for await (const item of format.read(files)) items.push(item)
  return items
}

/** All items of an import, and the format that was detected. */
export async function readAll(chosen: readonly File[]) {
  const files = await filesOf(chosen)
  const format = await formatOf(files)
  const all = await itemsOf(format, files)
  const items = all.filter((item): item is ImportItem => !isRefused(item))
  return { format: format.name, all, items, refused: all.filter(isRefused) }
}

/** Lowers a limit until the test ends. */
export function limit(name: keyof typeof LIMITS, value: number): void {
  const usual = LIMITS[name]
  LIMITS[name] = value
  onTestFinished(() => {
    LIMITS[name] = usual
  })
}

/** The problem of an import file as a whole; null if it can be read. */
export async function problemOf(action: () => Promise<unknown>): Promise<string | null> {
  try {
    await action()
    return null
  } catch (error) {
    if (error instanceof ImportError) return error.problem
    throw error
  }
}

/** The body without the attributes that the site adds to every link and image. */
export function plainBody({ body }: ImportItem): string {
  return body
    .replaceAll(' rel="nofollow ugc noopener"', '')
    .replaceAll(' loading="lazy"', '')
    .replaceAll(' alt=""', '')
}

/** A WordPress export file. */
export function wxrFile(...elements: string[]): string {
  return `${WXR_HEAD}${elements.join('\n')}${WXR_END}`
}

export const WXR_HEAD =
  '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/"><channel>'
export const WXR_END = '</channel></rss>'

interface TestItem {
  id: number
  guid?: string
  title?: string
  type?: string
  status?: string
  content?: string
  /** Other elements of the item. */
  more?: string
}

export function wxrItem({
  id,
  guid = `https://old.example/?p=${id}`,
  title = `T${id}`,
  type = 'post',
  status = 'publish',
  content = 'text',
  more = '',
}: TestItem): string {
  return `<item><title><![CDATA[${title}]]></title><guid isPermaLink="false">${guid}</guid><wp:post_id>${id}</wp:post_id><wp:post_type>${type}</wp:post_type><wp:status>${status}</wp:status><content:encoded><![CDATA[${content}]]></content:encoded>${more}</item>`
}
