import { decodeEntities, escapeText } from '#kernel/html/entities.ts'
import { TEX } from '#kernel/html/hooks.ts'

/** Characters of TeX in one formula, and in all formulas of a post. */
export const TEX_MAX = 2_000
export const TEX_IN_POST_MAX = 12_000
export const FORMULAS_MAX = 200

export interface Formula {
  tex: string
  isBlock: boolean
}

/**
 * The MathML of each formula, by the key of the formula. It is made when a post is saved. A formula
 * without MathML is shown as its TeX source.
 */
export type MadeFormulas = Readonly<Record<string, string>>

export const formulaKey = ({ tex, isBlock }: Formula): string => (isBlock ? '$$' : '$') + tex

export function formulasIn(html: string): Formula[] {
  return [...html.matchAll(FORMULA)].map(([, name, tex = '']) => formulaOf(name, tex))
}

/** Replaces the formulas of a sanitised body by MathML, or by their source. */
export function withFormulas(html: string, made: MadeFormulas = {}): string {
  if (!html.includes(` ${TEX}="`)) return html
  return html.replace(FORMULA, (_, name: string, tex: string) => {
    const formula = formulaOf(name, tex)
    const key = formulaKey(formula)
    const shown =
      (Object.hasOwn(made, key) ? made[key] : undefined) ??
      `<code>${escapeText(formula.tex)}</code>`
    return `<${name} class="formula"${formula.isBlock ? ' tabindex="0"' : ''}>${shown}</${name}>`
  })
}

/** A formula in the form that the sanitiser writes. */
export const FORMULA = new RegExp(`<(span|div) ${TEX}="([^"<>]*)">[^<>]*</\\1>`, 'g')

const formulaOf = (name: string | undefined, tex: string): Formula => ({
  tex: decodeEntities(tex, 'attribute'),
  isBlock: name === 'div',
})

/**
 * TeX in the form that is stored: without comments and empty lines, and in a line without line
 * breaks.
 */
export function tidyTex(tex: string, isBlock: boolean): string {
  const lines = tex
    .toWellFormed()
    .split('\n')
    .map((line) => line.replace(/\\.|%.*/gs, (part) => (part.startsWith('%') ? '' : part)).trim())
    .filter((line) => line !== '')
  return lines.join(isBlock ? '\n' : ' ').replace(/[^\S\n]+/g, ' ')
}
