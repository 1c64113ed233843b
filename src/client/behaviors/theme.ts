import { closest, findAll, read, write } from '#client/hooks.ts'
import { chosenTheme, themeChoice } from '#web/components/hooks.ts'

type Theme = 'light' | 'dark' | 'auto'

const BAR_COLORS = { light: '#ffffff', dark: '#1e1a16' }

/** The theme switch in footer and menu. client/first/reading.ts applies the choice before the first paint. */
export function themeSwitch(): void {
  document.addEventListener('click', ({ target }) => {
    const button = closest(themeChoice, target)
    if (button) choose(read(themeChoice, button).theme)
  })
  // Another tab changed the theme.
  addEventListener('storage', ({ key }) => key === 'theme' && apply(stored()))
  apply(stored())
}

function stored(): Theme {
  try {
    const theme = localStorage.getItem('theme')
    return theme === 'light' || theme === 'dark' ? theme : 'auto'
  } catch {
    return 'auto'
  }
}

function choose(theme: Theme): void {
  try {
    if (theme === 'auto') localStorage.removeItem('theme')
    else localStorage.setItem('theme', theme)
  } catch {}
  apply(theme)
}

function apply(theme: Theme): void {
  write(chosenTheme, document.documentElement, { theme: theme === 'auto' ? undefined : theme })
  for (const button of findAll(themeChoice)) button.ariaPressed = String(read(themeChoice, button).theme === theme)
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
    meta.content = BAR_COLORS[theme === 'auto' ? (meta.media.includes('dark') ? 'dark' : 'light') : theme]
}
