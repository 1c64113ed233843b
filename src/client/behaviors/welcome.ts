import { closest } from '#client/hooks.ts'
import { welcomeClosed, welcomeCloser } from '#features/pages/home/hooks.ts'

/** Closes the introduction of the home page for good. client/first/reading.ts hides it on later visits. */
export function closeWelcome(): void {
  document.addEventListener('click', ({ target }) => {
    if (!closest(welcomeCloser, target)) return
    document.documentElement.setAttribute(welcomeClosed.mark, '')
    try {
      localStorage.setItem('welcome', 'closed')
    } catch {}
  })
}
