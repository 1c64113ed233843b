import type { MarkedExtension, Tokens } from 'marked'
import { escapeAttribute } from '#kernel/html/entities.ts'
import { TEX } from '#kernel/html/hooks.ts'

/** `$x$` in a line and `$$x$$` as a block, with the rules of Pandoc: `$5 and $6` is no formula. */
export function formulas(): MarkedExtension {
  const renderer = ({ type, tex }: Tokens.Generic) =>
    type === 'formula'
      ? `<span ${TEX}="${escapeAttribute(tex)}"></span>`
      : `<div ${TEX}="${escapeAttribute(tex)}"></div>\n`
  return {
    extensions: [
      {
        name: 'formulaBlock',
        level: 'block',
        tokenizer(source) {
          const [open] = /^ {0,3}\$\$[ \t]*\n/.exec(source) ?? []
          const close = open === undefined ? -1 : source.indexOf('\n$$', open.length - 1)
          if (open === undefined || close === -1) return undefined
          const [end] = /^\n\$\$[ \t]*(?:\n|$)/.exec(source.slice(close, close + 100)) ?? []
          if (end === undefined) return undefined
          return {
            type: 'formulaBlock',
            raw: source.slice(0, close + end.length),
            tex: source.slice(open.length, close),
          }
        },
        renderer,
      },
      {
        name: 'formula',
        level: 'inline',
        start: (source) => {
          const start = source.indexOf('$')
          return start === -1 ? undefined : start
        },
        tokenizer(source) {
          const [raw, block, inline] = FORMULA.exec(source) ?? []
          if (raw === undefined) return undefined
          return { type: block === undefined ? 'formula' : 'formulaBlock', raw, tex: block ?? inline }
        },
        renderer,
      },
    ],
    // Stars in a formula do not end an emphasis.
    hooks: { emStrongMask: (source) => source.replace(MASKED, (raw) => `$${'a'.repeat(raw.length - 2)}$`) },
  }
}

const FORMULA = /^\$\$((?:\\.|[^$\\])+)\$\$|^\$(?!\s)((?:\\.|[^$\\])+)(?<!\s)\$(?!\d)/s
const MASKED = /(?<![\\$])\$(?![\s$])(?:\\.|[^$\\])+(?<!\s)\$(?!\d)/gs
