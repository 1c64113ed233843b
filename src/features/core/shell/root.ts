import type { Identity } from '#features/core/identity/identity.ts'
import { themeOf } from '#features/core/identity/theme.ts'
import type { Language } from '#kernel/i18n.ts'
import { rootAttributes } from '#kernel/look/theme.ts'
import { chosenTheme } from '#web/components/hooks.ts'

/**
 * The start tag of the root element, with the look of the site. A style attribute needs no further
 * request, and the Content-Security-Policy allows it.
 */
export function openRoot(identity: Identity, language: Language): string {
  return `<html lang="${language}"${lookOf(identity)}>`
}

/** The identity stays the same object for some seconds, and its shades take time to compute. */
const looks = new WeakMap<Identity, string>()

function lookOf(identity: Identity): string {
  let look = looks.get(identity)
  if (look === undefined) {
    const { theme, style } = rootAttributes(identity.accent, themeOf(identity))
    look = `${theme ? ` ${chosenTheme.mark}="${theme}"` : ''}${style && ` style="${style}"`}`
    looks.set(identity, look)
  }
  return look
}
