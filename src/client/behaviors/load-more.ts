/** "Load more" appends to a list that has an id, instead of opening the next page. */
export function loadMore(): void {
  document.addEventListener('click', (event) => {
    const link =
      event.target instanceof Element
        ? event.target.closest<HTMLAnchorElement>('.pager a[rel=next]')
        : null
    const pager = link?.closest('.pager')
    const list = pager?.previousElementSibling
    if (!link || !pager || !list?.id || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    if (link.ariaBusy === 'true') return
    link.ariaBusy = 'true'
    // On any error the browser follows the link.
    import('#client/behaviors/append-items.ts')
      .then(({ appendItems }) => appendItems(link.href, list, pager))
      .catch(() => location.assign(link.href))
  })
}

/**
 * A page contains only the icons it uses; content copied from another page needs the missing ones.
 */
export function bringIcons(from: Document): void {
  const here = document.getElementById('icons')
  for (const drawing of from.querySelectorAll('#icons symbol')) {
    if (!document.getElementById(drawing.id)) here?.append(drawing)
  }
}
