import { isRecord } from '#client/api-error.ts'
import { find, read } from '#client/hooks.ts'
import { totpDone, totpLink, totpPicture, totpSecret, totpSetUp, totpStart } from '#features/accounts/login/hooks.ts'

/** Password, then QR code, then recovery codes: each step replaces the previous one. */
export function setUpTotp(): void {
  find(totpStart)?.addEventListener('joule:response', (event) => {
    const response = (event as CustomEvent<unknown>).detail
    if (!isRecord(response)) return
    event.preventDefault()
    const [place, link, secret] = [find(totpPicture), find<HTMLAnchorElement>(totpLink), find(totpSecret)]
    place?.replaceChildren(pictureOf(String(response.qr_svg), read(totpPicture, place).alt))
    if (link) link.href = String(response.otpauth_url)
    if (secret) secret.textContent = String(response.secret).replace(/(.{4})(?=.)/g, '$1 ')
    show(find(totpSetUp), find(totpStart))
    find(totpSetUp)?.querySelector('input')?.focus()
  })
  find(totpSetUp)?.addEventListener('joule:response', (event) => {
    const response = (event as CustomEvent<unknown>).detail
    const codes = isRecord(response) && Array.isArray(response.recovery_codes) ? response.recovery_codes : []
    const place = find(totpDone)?.querySelector('output')
    if (place) place.textContent = codes.join('\n')
    show(find(totpDone), find(totpSetUp))
    find(totpDone)?.querySelector('button')?.focus()
  })
}

function pictureOf(svg: string, alt: string): HTMLImageElement {
  const src = `data:image/svg+xml,${encodeURIComponent(svg)}`
  return Object.assign(new Image(200, 200), { src, alt })
}

function show(next: HTMLElement | null, previous: HTMLElement | null): void {
  if (previous) previous.hidden = true
  if (next) next.hidden = false
}
