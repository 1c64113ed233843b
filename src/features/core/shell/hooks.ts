import { hook, maybe, text } from '#kernel/hooks.ts'

/**
 * Is on the body: the time zone that the viewer chose. Without it, times are shown in the zone of
 * the browser.
 */
export const chosenZone = hook('zone', { zone: maybe(text) })
/**
 * Is on the body: the zone that the viewer's browser reported last, empty if there is none. Missing
 * if the browser need not report its zone.
 */
export const reportedZone = hook('reported-zone', { zone: maybe(text) })
/**
 * The uid of the user whose data this browser may store, empty for visitors and banned users.
 * Missing on a site without service worker and on error pages.
 */
export const appOwner = hook('app', { owner: maybe(text) })
export const offlineButton = hook('saves-offline')
/** Shown where the browser offers to install the site as an app. */
export const installButton = hook('installs')
/** A time that the browser does not change into a relative one. */
export const exactTime = hook('exact')
/** A hidden field that a script fills with the time zone of the browser. */
export const zoneField = hook('zone-field')
