/** Where tabs do not fit side by side, the one that is shown is scrolled into view. */
export function currentTabs(): void {
  // With the next frame: asked for now, the whole page would be laid out twice.
  requestAnimationFrame(() => {
    for (const tab of document.querySelectorAll<HTMLElement>(':is(.tabs, .side-nav) [aria-current]')) {
      const row = tab.closest('ul')
      if (row) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2
    }
  })
}
