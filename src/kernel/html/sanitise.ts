import xss, { type IFilterXSSOptions } from 'xss'
import { ALLOWED, ruleOf } from '#kernel/html/allow-list.ts'
import { decodeEntities, escapeAttribute } from '#kernel/html/entities.ts'
import { serialise } from '#kernel/html/serialise.ts'
import { tokensOf } from '#kernel/html/tokens.ts'
import { treeOf } from '#kernel/html/tree.ts'

/**
 * Makes untrusted HTML safe. The result has only allowed elements and attributes, is well-formed
 * and at most 100 levels deep. Sanitising it again changes nothing.
 */
export function sanitiseHtml(html: string): string {
  const nodes = treeOf(tokensOf(html), html.length)
  return xss(serialise(nodes), LAST_WORD)
}

/**
 * A second sanitiser as a safety net: it shares only the allow-list with our parser. It runs last,
 * because it does not balance tags, and because it needs quadratic time for a long tag, which our
 * parser does not produce.
 */
const LAST_WORD: IFilterXSSOptions = {
  whiteList: { ...ALLOWED },
  css: false,
  stripIgnoreTag: true,
  onTagAttr: (element, attribute, value, isAllowed) => {
    const rule = isAllowed ? ruleOf(element) : undefined
    const clean =
      rule?.attributes.get(attribute)?.(decodeEntities(value, 'attribute')) ??
      rule?.forced.get(attribute)
    return clean === undefined ? '' : `${attribute}="${escapeAttribute(clean)}"`
  },
}
