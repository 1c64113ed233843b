/**
 * In place of `cssfilter`, which `xss` loads for style attributes (`alias` in wrangler.toml). We
 * allow none.
 */
export class FilterCSS {}

export const getDefaultWhiteList = () => ({})
