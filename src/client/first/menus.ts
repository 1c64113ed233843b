/** Menus open by themselves; this closes them as people expect: by Escape, by a click elsewhere, by leaving with Tab. */
export function menus(): void {
  const close = (except: Node | null) => {
    for (const menu of document.querySelectorAll<HTMLDetailsElement>('[data-menu][open]'))
      if (!except || !menu.contains(except)) menu.open = false
  }
  document.addEventListener('click', ({ target }) => close(target as Node))
  document.addEventListener('focusin', ({ target }) => close(target as Node))
  document.addEventListener('keydown', ({ key, target }) => {
    if (key !== 'Escape' || !(target instanceof Element)) return
    target.closest('[data-menu][open]')?.querySelector('summary')?.focus()
    close(null)
  })
}
