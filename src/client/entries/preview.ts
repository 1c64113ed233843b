import { attach } from '#client/attach.ts'
import { highlight } from '#client/behaviors/posts/highlight.ts'
import type { Content } from '#client/editor/content.ts'
import { part } from '#client/editor/parts.ts'
import { browserStore, localCopies } from '#client/editor/saving/local-copies.ts'
import { find, read } from '#client/hooks.ts'
import { previewPage, unsavedNote } from '#features/pages/studio/hooks.ts'
import { formulasIn } from '#kernel/formulas/formulas.ts'

/**
 * Shows the unsaved changes of a published post in the preview. The server's sanitiser cleans them
 * first, so they look as they will after saving.
 */
function showUnsaved(): void {
  const preview = find(previewPage)
  const slot = new URLSearchParams(location.search).get('copy')
  const copy =
    preview && slot
      ? localCopies(browserStore(), read(previewPage, preview).author).read(slot)
      : null
  if (preview && copy) void put(preview, copy.written)
}

async function put(preview: HTMLElement, { title, body, cover_url, canonical_url }: Content) {
  const [{ sanitiseHtml }, { readable }, { shownImage, withLinkedImages }] = await Promise.all([
    import('#kernel/html/sanitise.ts'),
    import('#kernel/html/readable.ts'),
    import('#kernel/html/images.ts'),
  ])
  const { text, externalImages } = read(previewPage, preview)
  const clean = sanitiseHtml(body)
  const made =
    formulasIn(clean).length === 0
      ? null
      : (await import('#kernel/formulas/mathml.ts')).madeFormulas(clean)
  const { html, hasCode } = readable(clean, text, made ?? {})
  part(preview, 'h1', HTMLElement).textContent = title
  part(preview, '.prose', HTMLElement).innerHTML = externalImages ? html : withLinkedImages(html)
  part(preview, unsavedNote.selector, HTMLElement).hidden = false
  const cover = preview.querySelector<HTMLImageElement>('.post-cover')
  const shownCover = shownImage(cover_url, externalImages)
  // The variants in `srcset` are those of the saved cover.
  cover?.removeAttribute('srcset')
  if (cover && shownCover) cover.src = shownCover
  else cover?.remove()
  const source = preview.querySelector<HTMLAnchorElement>('.post-times a')
  if (source && source.href !== canonical_url) source.parentElement?.remove()
  // The table of contents belongs to the saved version.
  for (const contents of document.querySelectorAll('.toc, .toc-folded')) contents.remove()
  if (hasCode) void highlight()
}

attach(showUnsaved)
