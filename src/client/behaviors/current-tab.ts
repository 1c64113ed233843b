/** Scrolls the current tab into view if the tabs do not fit side by side. */
export function currentTabs(): void {
  // In the next frame; doing it now would cause a second layout of the whole page.
  requestAnimationFrame(() => {
    for (const tab of document.querySelectorAll<HTMLElement>(':is(.tabs, .side-nav) [aria-current]')) {
      const row = tab.closest('ul')
      if (row) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2
    }
  })
}
