import { formatOf } from '#import/detect.ts'
import { type ImportItem, isRefused, type RefusedItem } from '#import/item.ts'
import { filesOf } from '#import/open-files.ts'

/** All items of an import, and the format that was detected. */
export async function readAll(
  files: readonly File[],
): Promise<{ format: string; items: ImportItem[]; refused: RefusedItem[] }> {
  const source = await filesOf(files)
  const format = await formatOf(source)
  const items: ImportItem[] = []
  const refused: RefusedItem[] = []
  for await (const item of format.read(source)) {
    if (isRefused(item)) refused.push(item)
    else items.push(item)
  }
  return { format: format.name, items, refused }
}

/** The body without the attributes that the site adds to every link and image. */
export function plainBody({ body }: ImportItem): string {
  return body.replaceAll(' rel="nofollow ugc noopener"', '').replaceAll(' loading="lazy"', '').replaceAll(' alt=""', '')
}
