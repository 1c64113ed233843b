/** What operators' commands and the seed work on: the storage of a site, as the Worker sees it. */
export interface SiteStorage {
  DB: D1Database
  SEARCH: D1Database
  IMAGES: R2Bucket
  BACKUPS: R2Bucket
}
