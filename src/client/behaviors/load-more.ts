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
