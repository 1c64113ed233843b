/**
 * A dump of D1 in pieces of whole statements, so that none is too long for one string. Cut is only before a row:
 * a trigger, which has `;` inside, stays in one piece.
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

/** Where the last row begins, if it is in no text, name or comment. */
function lastRowIn(sql: string): number {
  let begins = 0
  for (const { 0: token, index } of sql.matchAll(TOKENS)) {
    if (OPEN.has(token)) break
    if (token.startsWith(';')) begins = index + token.length
  }
  return begins
}

const TOKENS = /'[^']*'|"[^"]*"|--[^\n]*\n|\/\*[\s\S]*?\*\/|;\n(?=INSERT INTO ")|['"]|--|\/\*/g

/** What began in this text and goes on in the next. */
const OPEN = new Set(["'", '"', '--', '/*'])
