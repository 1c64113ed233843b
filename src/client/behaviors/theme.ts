type Theme = 'light' | 'dark' | 'auto'

const BAR_COLORS = { light: '#ffffff', dark: '#1e1a16' }

/** The switch in footer and menu. The choice itself is applied before the first paint, by client/first/theme.ts. */
export function themeSwitch(): void {
  document.addEventListener('click', ({ target }) => {
    const choice = target instanceof Element && target.closest<HTMLElement>('[data-theme-choice]')?.dataset.themeChoice
    if (choice) choose(choice as Theme)
  })
  // Another tab has changed it.
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
  if (theme === 'auto') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  for (const button of document.querySelectorAll<HTMLElement>('[data-theme-choice]'))
    button.ariaPressed = String(button.dataset.themeChoice === theme)
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
    meta.content = BAR_COLORS[theme === 'auto' ? (meta.media.includes('dark') ? 'dark' : 'light') : theme]
}
