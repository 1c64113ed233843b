/** Where tabs do not fit side by side, the one that is shown is scrolled into view. */
export function currentTabs(): void {
  const rows = '.tabs, .side-nav'
  for (const tab of document.querySelectorAll<HTMLElement>(`:is(${rows}) [aria-current]`)) {
    const row = tab.closest('ul')
    if (row) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2
  }
}
