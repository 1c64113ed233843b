import xss, { type IFilterXSSOptions } from 'xss'
import { ALLOWED, ruleOf } from '#kernel/html/allow-list.ts'
import { decodeEntities, escapeAttribute } from '#kernel/html/entities.ts'
import { serialise } from '#kernel/html/serialise.ts'
import { tokensOf } from '#kernel/html/tokens.ts'
import { treeOf } from '#kernel/html/tree.ts'

/**
 * HTML from outside, made safe to show: allowed elements and attributes only, well-formed, at most 100 deep.
 * What comes out goes in again unchanged.
 */
export function sanitiseHtml(html: string): string {
  const nodes = treeOf(tokensOf(html), html.length)
  return xss(serialise(nodes), LAST_WORD)
}

/**
 * Should our own parser ever let something through, a second one that shares nothing with it but the allow-list takes it
 * away. It comes last because it does not balance tags, and needs quadratic time for a long tag.
 */
const LAST_WORD: IFilterXSSOptions = {
  whiteList: { ...ALLOWED },
  css: false,
  stripIgnoreTag: true,
  onTagAttr: (element, attribute, value, isAllowed) => {
    const rule = isAllowed ? ruleOf(element) : undefined
    const clean = rule?.attributes.get(attribute)?.(decodeEntities(value, 'attribute')) ?? rule?.forced.get(attribute)
    return clean === undefined ? '' : `${attribute}="${escapeAttribute(clean)}"`
  },
}
