/** A chosen theme never flashes in the wrong colours. The switch itself is behaviors/theme.ts. */
export function chosenTheme(): void {
  try {
    const { theme } = localStorage
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  } catch {}
}
