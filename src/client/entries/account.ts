import { ApiError, isRecord } from '#client/api-error.ts'
import { attach, recordUntilLoaded } from '#client/attach.ts'
import { passwordStrength } from '#client/behaviors/account/password-strength.ts'
import { restorePage } from '#client/behaviors/account/restore.ts'
import { showPassword } from '#client/behaviors/account/show-password.ts'
import {
  askWhenChanged,
  copyShown,
  counters,
  downloads,
  freshParts,
  newToken,
} from '#client/behaviors/forms/extras.ts'
import { problemOf, setFieldError } from '#client/behaviors/forms/fields.ts'
import { element } from '#client/elements.ts'
import { find, findAll, read } from '#client/hooks.ts'
import { api } from '#client/http.ts'
import { clientText, pageLanguage } from '#client/text.ts'
import {
  emailIsTaken,
  emailToCheck,
  totpDone,
  totpLink,
  totpPicture,
  totpSecret,
  totpSetUp,
  totpStart,
} from '#features/accounts/login/hooks.ts'
import { exportInProgress } from '#features/pages/exports/hooks.ts'
import { avatarCard, zoneField } from '#features/pages/settings/hooks.ts'
import { bilingual } from '#kernel/i18n.ts'

const texts = bilingual({
  emailTaken: ['这个邮箱已经注册过了。', 'This e-mail is already registered.'],
})

/** Loaded on demand: only the settings page has an avatar card, and its code is large. */
function avatarOnDemand(): void {
  const card = find(avatarCard)
  if (card)
    recordUntilLoaded(
      card,
      import('#client/behaviors/account/avatar.ts').then(({ avatar }) => avatar(card)),
    )
}

const INTERVAL = 5_000

/** Shows the progress of exports, and loads the page again when one is finished. */
function exportProgress(): void {
  for (const element of findAll(exportInProgress)) follow(element)
}

function follow(element: HTMLElement): void {
  const { statusUrl } = read(exportInProgress, element)
  const bar = element.querySelector('progress')
  setTimeout(async () => {
    try {
      const state = document.hidden ? null : await api.get(statusUrl)
      if (state && state.status !== 'preparing') return location.reload()
      if (state && bar) bar.value = Number(state.progress)
      follow(element)
    } catch (error) {
      // A refused request is not repeated: the next load of the page shows the state.
      if (!(error instanceof ApiError)) throw error
    }
  }, INTERVAL)
}

/**
 * Checks whether an e-mail is already registered when the user leaves the field, and then offers
 * the login instead. The registration checks it again on the server, because this check can fail
 * and another user can register the address in the meantime.
 */
function checkEmail(): void {
  const input = find<HTMLInputElement>(emailToCheck)
  if (!input) return
  let checked = ''
  const check = async () => {
    const email = input.value.trim()
    const { type, required, minLength, maxLength } = input
    if (
      email === '' ||
      email === checked ||
      problemOf(email, { type, required, minLength, maxLength }, clientText())
    )
      return
    checked = email
    // If this request itself fails (offline, rate limit), no message is shown, because the check is
    // optional.
    const response = await api.post('/api/auth/check-email', { email }).catch(() => null)
    if (input.value.trim() !== email || response?.available !== false) return
    setFieldError(input, texts[pageLanguage()].emailTaken)
    offerWays(true)
  }
  input.addEventListener('blur', check)
  input.addEventListener('input', () => offerWays(false))
  input.form?.addEventListener('joule:refused', (event) => {
    if (event instanceof CustomEvent && event.detail instanceof ApiError)
      offerWays(event.detail.code === 'email_taken')
  })
  if (document.activeElement !== input) void check()
}

function offerWays(isTaken: boolean): void {
  const ways = find(emailIsTaken)
  if (ways) ways.hidden = !isTaken
}

/** The password, then the QR code, then the recovery codes: each step replaces the one before. */
function setUpTotp(): void {
  find(totpStart)?.addEventListener('joule:response', (event) => {
    const response = (event as CustomEvent<unknown>).detail
    if (!isRecord(response)) return
    event.preventDefault()
    const [place, link, secret] = [
      find(totpPicture),
      find<HTMLAnchorElement>(totpLink),
      find(totpSecret),
    ]
    const src = `data:image/svg+xml,${encodeURIComponent(String(response.qr_svg))}`
    place?.replaceChildren(
      Object.assign(new Image(200, 200), { src, alt: read(totpPicture, place).alt }),
    )
    if (link) link.href = String(response.otpauth_url)
    if (secret) secret.textContent = String(response.secret).replace(/(.{4})(?=.)/g, '$1 ')
    show(find(totpSetUp), find(totpStart))
    find(totpSetUp)?.querySelector('input')?.focus()
  })
  find(totpSetUp)?.addEventListener('joule:response', (event) => {
    const response = (event as CustomEvent<unknown>).detail
    const codes =
      isRecord(response) && Array.isArray(response.recovery_codes) ? response.recovery_codes : []
    const place = find(totpDone)?.querySelector('output')
    if (place) place.textContent = codes.join('\n')
    show(find(totpDone), find(totpSetUp))
    find(totpDone)?.querySelector('button')?.focus()
  })
}

function show(next: HTMLElement | null, previous: HTMLElement | null): void {
  if (previous) previous.hidden = true
  if (next) next.hidden = false
}

/**
 * Fills the list of the time zone field. It offers the zones that match the typed text, by city or
 * by name.
 */
function timeZones(): void {
  const field = find<HTMLInputElement>(zoneField)
  if (!field) return
  field.placeholder += ` (${currentName(new Intl.DateTimeFormat().resolvedOptions().timeZone)})`
  // Naming 400 zones takes time, and few visits change the zone.
  field.addEventListener('focus', () => offerZones(field), { once: true })
}

function offerZones(field: HTMLInputElement): void {
  const zones = [...new Set(Intl.supportedValuesOf('timeZone').map(currentName))].sort()
  const list = element('datalist', { id: 'time-zones' })
  for (const zone of zones) list.append(element('option', { value: zone, label: nameOf(zone) }))
  field.after(list)
  field.setAttribute('list', list.id)
}

/**
 * Browsers list zones by the names of Unicode's CLDR, which never change. The time zone database
 * has renamed these zones.
 */
const RENAMED: Record<string, string> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

function currentName(zone: string): string {
  return RENAMED[zone] ?? zone
}

/**
 * Does not use `zoneName` of the kernel: sharing it would cost every page of a member one more
 * request.
 */
function nameOf(timeZone: string): string {
  const format = new Intl.DateTimeFormat(pageLanguage(), { timeZone, timeZoneName: 'longGeneric' })
  return format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}

attach(
  avatarOnDemand,
  askWhenChanged,
  checkEmail,
  copyShown,
  counters,
  downloads,
  exportProgress,
  freshParts,
  newToken,
  passwordStrength,
  restorePage,
  setUpTotp,
  showPassword,
  timeZones,
)
