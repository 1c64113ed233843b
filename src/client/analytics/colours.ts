import { chosenTheme } from '#web/components/hooks.ts'
/** What a colour of the stylesheet is at present: a canvas knows neither variables nor themes. */
export function colourOf(place: HTMLElement, name: `--${string}`): string {
  const probe = document.createElement('span')
  probe.style.color = `var(${name})`
  place.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

/** By the switch of the site or by the system. */
export function onThemeChange(redraw: () => void): void {
  new MutationObserver(redraw).observe(document.documentElement, { attributeFilter: [chosenTheme.mark] })
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw)
}
