/**
 * Splits a dump of D1 into pieces of whole statements, because the whole may exceed the maximum string length. Cuts
 * only before a row: a trigger, which contains `;`, stays in one piece.
 */
export async function* sqlPieces(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of chunks) {
    rest += chunk
    const end = lastRowIn(rest)
    if (end === 0) continue
    yield rest.slice(0, end)
    rest = rest.slice(end)
  }
  yield rest
}

/** The start of the last row, if it is not inside a string, a name or a comment. */
function lastRowIn(sql: string): number {
  let begins = 0
  for (const { 0: token, index } of sql.matchAll(TOKENS)) {
    if (OPEN.has(token)) break
    if (token.startsWith(';')) begins = index + token.length
  }
  return begins
}

const TOKENS = /'[^']*'|"[^"]*"|--[^\n]*\n|\/\*[\s\S]*?\*\/|;\n(?=INSERT INTO ")|['"]|--|\/\*/g

/** A token that starts in this text and continues in the next. */
const OPEN = new Set(["'", '"', '--', '/*'])
