import { decodeEntities } from '#kernel/html/entities.ts'

/**
 * The host of each link to a web page in a sanitised body. Two links to one host are two entries.
 */
export function linkHosts(html: string): string[] {
  return hostsIn(html, LINK)
}

/** The host of each image in a sanitised body that another site serves. */
export function imageHosts(html: string): string[] {
  return hostsIn(html, IMAGE)
}

/**
 * The host of a web address, without port, as browsers read it. Null for paths, fragments and mail
 * addresses.
 */
export function hostOf(url: string): string | null {
  const parsed = /^https?:/i.test(url) ? URL.parse(url) : null
  return parsed?.hostname.replace(/\.$/, '') ?? null
}

function hostsIn(html: string, pattern: RegExp): string[] {
  return [...html.matchAll(pattern)].flatMap(
    ([, url = '']) => hostOf(decodeEntities(url, 'attribute')) ?? [],
  )
}

/**
 * The sanitiser escapes quotes and angle brackets in values, so ` href="` is always an attribute.
 */
const LINK = /<a[^<>]* href="([^"<>]*)"/g
const IMAGE = /<img[^<>]* src="([^"<>]*)"/g
