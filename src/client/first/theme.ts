import { chosenTheme } from '#web/components/hooks.ts'

/** A chosen theme never flashes in the wrong colours. The switch itself is client/behaviors/theme.ts. */
export function applyTheme(): void {
  try {
    const { theme } = localStorage
    if (theme === 'light' || theme === 'dark') document.documentElement.setAttribute(chosenTheme.mark, theme)
  } catch {}
}
