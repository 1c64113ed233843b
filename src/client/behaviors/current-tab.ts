/** Where tabs do not fit side by side, the one that is shown is scrolled into view. */
export function currentTabs(): void {
  for (const tab of document.querySelectorAll<HTMLElement>('.tabs [aria-current], .studio-nav [aria-current]')) {
    const row = tab.closest('ul')
    if (row) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2
  }
}
