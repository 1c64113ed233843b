import { buildApiClient } from '../../../scripts/api-client/index.ts'
import { buildSite } from '../../../scripts/build/index.ts'

let building: Promise<void> | undefined

/**
 * Builds the site, once per process: comparing the sources with the last build takes a third of a
 * second.
 */
export const builtSite = () => {
  building ??= buildSite()
  return building
}

let buildingClient: Promise<void> | undefined

/** Builds `joule/client`, once per process. */
export const builtApiClient = () => {
  buildingClient ??= buildApiClient()
  return buildingClient
}
