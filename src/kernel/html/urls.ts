const URL_MAX = 2_048

/**
 * Allowed link targets: http(s) and mailto URLs, paths of this site and fragments. Null for
 * anything else.
 */
export function safeLink(value: string): string | null {
  const url = asBrowsersRead(value)
  return url !== null && (isWebUrl(url) || isMailbox(url) || isSitePath(url) || url.startsWith('#'))
    ? url
    : null
}

/**
 * The allowed sources of images: http(s) URLs and stored images of this site. Null for anything
 * else: any other path would send a request to this site with the cookies of the reader.
 */
export function safeImageSource(value: string): string | null {
  const url = asBrowsersRead(value)
  return url !== null && (isWebUrl(url) || isStoredImage(url)) ? url : null
}

/**
 * The URL as browsers write it, or null unless it is a valid https URL without user name and
 * password.
 */
export function secureUrl(value: string): string | null {
  if (!URL.canParse(value)) return null
  const { protocol, username, password, href } = new URL(value)
  return protocol === 'https:' && username === '' && password === '' ? href : null
}

/**
 * The URL as browsers read it: they drop line breaks and tabs anywhere in it, so these are removed
 * before the check. Null if it is empty or too long.
 */
function asBrowsersRead(value: string): string | null {
  const url = value
    .replace(IGNORED, '')
    .trim()
    .replace(/[\s"<>`]/g, encodeURIComponent)
    .replace(/^\/\//, 'https://')
  return url === '' || url.length > URL_MAX ? null : url
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const IGNORED = /[\0-\x1f\x7f-\x9f]/g

const isWebUrl = (url: string) => /^https?:\/\/[^/\\]/i.test(url) && URL.canParse(url)
const isMailbox = (url: string) => /^mailto:[^\s]/i.test(url)
const isStoredImage = (url: string) => /^\/images\/[\w-][\w.-]*$/.test(url)
// Browsers treat `/\example.com` as another site.
export const isSitePath = (url: string) => /^\/(?![/\\])/.test(url)
