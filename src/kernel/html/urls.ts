const URL_MAX = 2_048

/** Where a link may lead: the web, a mailbox, this site, this page. Null for anything else. */
export function safeLink(value: string): string | null {
  const url = asBrowsersRead(value)
  return url !== null && (isWebUrl(url) || isMailbox(url) || isSitePath(url) || url.startsWith('#')) ? url : null
}

/** Where an image may come from: the web, or the images of this site. Any other path would be a request in the reader's name. */
export function safeImageSource(value: string): string | null {
  const url = asBrowsersRead(value)
  return url !== null && (isWebUrl(url) || isStoredImage(url)) ? url : null
}

/** Browsers drop line breaks and tabs anywhere in a URL: what is checked here must be what they will see. */
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
// `/\example.com` is another site to a browser.
const isSitePath = (url: string) => /^\/(?![/\\])/.test(url)
