import { isRecord } from '#client/api-error.ts'
import { find, read } from '#client/hooks.ts'
import { totpDone, totpLink, totpPicture, totpSecret, totpSetUp, totpStart } from '#features/accounts/login/hooks.ts'

/** Password, then QR code, then recovery codes: each step replaces the previous one. */
export function setUpTotp(): void {
  find(totpStart)?.addEventListener('joule:answered', (event) => {
    const answer = (event as CustomEvent<unknown>).detail
    if (!isRecord(answer)) return
    event.preventDefault()
    const [place, link, secret] = [find(totpPicture), find<HTMLAnchorElement>(totpLink), find(totpSecret)]
    place?.replaceChildren(pictureOf(String(answer.qr_svg), read(totpPicture, place).alt))
    if (link) link.href = String(answer.otpauth_url)
    if (secret) secret.textContent = String(answer.secret).replace(/(.{4})(?=.)/g, '$1 ')
    show(find(totpSetUp), find(totpStart))
    find(totpSetUp)?.querySelector('input')?.focus()
  })
  find(totpSetUp)?.addEventListener('joule:answered', (event) => {
    const answer = (event as CustomEvent<unknown>).detail
    const codes = isRecord(answer) && Array.isArray(answer.recovery_codes) ? answer.recovery_codes : []
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
