/**
 * Decodes character references like a browser, for every name of HTML 4. Unknown names stay as
 * typed.
 */
export function decodeEntities(source: string, within: 'text' | 'attribute' = 'text'): string {
  if (!source.includes('&')) return source
  return source.replace(
    REFERENCE,
    (whole, decimal?: string, hex?: string, name?: string, end?: string, next?: string) => {
      if (name === undefined)
        return characterOf(decimal === undefined ? parseInt(hex ?? '', 16) : parseInt(decimal, 10))
      // Without a semicolon only the oldest names are valid, and in a URL such as `?a=1&copy=2`
      // none is.
      if (end === '' && (!OLDEST.has(name) || (within === 'attribute' && next === '=')))
        return whole
      return NAMED.get(name) ?? whole
    },
  )
}

export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

export function escapeAttribute(value: string): string {
  // The last step of the sanitiser would turn a line break into a space.
  return escapeText(value).replaceAll('"', '&quot;').replaceAll('\n', '&#10;')
}

/** Control characters are removed, whether typed or written as `&#8;`. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
export const CONTROL_CHARACTERS = /[\0-\x08\x0b\x0e-\x1f\x7f]/g

const REFERENCE =
  /&(?:#(\d{1,8});?|#[xX]([\da-fA-F]{1,8});?|([a-zA-Z][a-zA-Z0-9]{1,31})(;?)(?=(.?)))/gs

function characterOf(code: number): string {
  if (code === 13) return '\n'
  if (code === 12) return ' '
  const western = code >= 0x80 && code <= 0x9f ? WINDOWS_1252[code - 0x80] : undefined
  if (western !== undefined) return western
  if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return '\ufffd'
  return String.fromCodePoint(code).replace(CONTROL_CHARACTERS, '')
}

const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

const MARKUP = '34:quot 38:amp 60:lt 62:gt 34:QUOT 38:AMP 60:LT 62:GT 169:COPY 174:REG'

const LATIN =
  '160:nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para ' +
  'middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute ' +
  'Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute ' +
  'THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ' +
  'ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'

const GREEK =
  '913:Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho 931:Sigma Tau Upsilon Phi Chi Psi ' +
  'Omega 945:alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma tau upsilon ' +
  'phi chi psi omega 977:thetasym upsih 982:piv'

const SYMBOLS =
  '39:apos 338:OElig oelig 352:Scaron scaron 376:Yuml 402:fnof 710:circ 732:tilde 8194:ensp emsp 8201:thinsp 8204:zwnj zwj lrm rlm ' +
  '8211:ndash mdash 8216:lsquo rsquo sbquo 8220:ldquo rdquo bdquo 8224:dagger Dagger bull 8230:hellip 8240:permil 8242:prime Prime ' +
  '8249:lsaquo rsaquo 8254:oline 8260:frasl 8364:euro 8465:image 8472:weierp 8476:real 8482:trade 8501:alefsym 8592:larr uarr ' +
  'rarr darr harr 8629:crarr 8656:lArr uArr rArr dArr hArr 8704:forall 8706:part exist 8709:empty 8711:nabla isin notin 8715:ni ' +
  '8719:prod 8721:sum minus 8727:lowast 8730:radic 8733:prop infin 8736:ang 8743:and or cap cup int 8756:there4 8764:sim 8773:cong ' +
  '8776:asymp 8800:ne equiv 8804:le ge 8834:sub sup nsub 8838:sube supe 8853:oplus 8855:otimes 8869:perp 8901:sdot 8968:lceil ' +
  'rceil lfloor rfloor 9001:lang rang 9674:loz 9824:spades 9827:clubs 9829:hearts diams'

const oldest = namesFrom(`${MARKUP} ${LATIN}`)
const OLDEST: ReadonlySet<string> = new Set(oldest.map(([name]) => name))
const NAMED: ReadonlyMap<string, string> = new Map([...oldest, ...namesFrom(`${GREEK} ${SYMBOLS}`)])

/** `160:nbsp iexcl` names consecutive code points; the number is the first code point. */
function namesFrom(rows: string): [string, string][] {
  let code = 0
  return rows.split(' ').map((word) => {
    const [, start, name = ''] = /^(?:(\d+):)?(\w+)$/.exec(word) ?? []
    code = start === undefined ? code + 1 : Number(start)
    return [name, String.fromCharCode(code)]
  })
}
