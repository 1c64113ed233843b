/**
 * Replaces `cssfilter` (`alias` in wrangler.toml), which `xss` loads for style attributes. The sanitiser allows no style
 * attribute.
 */
export class FilterCSS {}

export const getDefaultWhiteList = () => ({})
