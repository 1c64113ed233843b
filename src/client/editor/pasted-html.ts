import { toast } from '#client/behaviors/toast.ts'
import { withinLevels } from '#client/editor/heading-levels.ts'
import { editorText } from '#client/editor/text.ts'
import { withRealLists } from '#client/editor/word-lists.ts'

/** What other programs put into the clipboard, as the editor can take it. */
export function pastedHtml(html: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html')
  withRealLists(page)
  const lost = [...page.querySelectorAll('img')].filter((image) => !isReachable(image.getAttribute('src') ?? ''))
  for (const image of lost) (image.closest('figure') ?? image).remove()
  if (lost.length > 0) toast(editorText().imagesLost(lost.length), 'danger')
  return withinLevels(page.body.innerHTML)
}

/** A file of the author's machine, or a part of a mail, is nowhere a reader could get it from. */
function isReachable(src: string): boolean {
  return /^(https?:|data:image\/|\/)/i.test(src)
}
