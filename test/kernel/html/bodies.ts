import fc from 'fast-check'
import { ATTACKS } from './attacks.ts'

const NAMES =
  'p div b i strong em code pre a br img hr h1 h2 h6 ul ol li dl dd table caption thead tbody tr td th blockquote figure figcaption ' +
  'details summary span section form svg math template style script title textarea noscript select option mtext desc foreignObject'
const NAME = fc.constantFrom(...NAMES.split(' '))
const ATTRIBUTE = fc.constantFrom(
  '',
  ' href="/x"',
  ' src=/images/y.png',
  ' onclick=alert(1)',
  ' href=javascript:alert(1)',
  ' src="data:image/png,x"',
  ' class="language-js a"',
  ' data-checked=true',
  ' colspan=2',
  ' title="a&quot;b<c>"',
  " alt='",
  ' "',
  ' /',
)
const TEXT = fc.constantFrom(
  'text',
  ' ',
  '\n',
  '好',
  '&lt;b&gt;',
  '&',
  '<',
  '>',
  '"',
  '<!--',
  '-->',
  '&nbsp;',
  '\0',
  '\r\n',
)
const PIECE = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(NAME, ATTRIBUTE).map(([name, attribute]) => `<${name}${attribute}>`),
  },
  { weight: 5, arbitrary: NAME.map((name) => `</${name}>`) },
  { weight: 4, arbitrary: TEXT },
  { weight: 1, arbitrary: fc.string() },
  { weight: 1, arbitrary: fc.constantFrom(...ATTACKS) },
)
/** Bodies made of pieces that are hard to parse. */
export const BODY = fc.array(PIECE, { maxLength: 60 }).map((pieces) => pieces.join(''))
