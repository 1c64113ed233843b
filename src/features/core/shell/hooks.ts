import { hook, maybe, text } from '#kernel/hooks.ts'

/**
 * On the body: the time zone that the viewer chose. Without it, times are in the browser's zone.
 */
export const chosenZone = hook('zone', { zone: maybe(text) })
/**
 * On the body: the zone that the viewer's browser reported last, empty if none. Missing if it need
 * not be reported.
 */
export const reportedZone = hook('reported-zone', { zone: maybe(text) })
/**
 * The uid for what this browser stores, empty for visitors and banned users. Missing without
 * service worker and on errors.
 */
export const appOwner = hook('app', { owner: maybe(text) })
export const offlineButton = hook('saves-offline')
/** Shown where the browser offers to install the site. */
export const installButton = hook('installs')
/** A time that does not become relative. */
export const exactTime = hook('exact')
/** A hidden field that gets the time zone of the browser. */
export const zoneField = hook('zone-field')
