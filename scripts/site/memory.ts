/**
 * The most resident memory that workerd takes for a site on this machine, in megabytes, however long and hard it is used.
 * `npm run prove -- load` holds it; docs/limits.md says what it is made of.
 */
export const RUNTIME_MEGABYTES_MAX = 512
