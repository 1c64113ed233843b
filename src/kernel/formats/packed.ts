/**
 * Compresses a text for a database column: deflated, then encoded as characters, because not every
 * tool copies bytes.
 */
export async function packed(text: string): Promise<string> {
  const bytes = await deflated(text)
  let characters = ''
  for (let n = 0; n < bytes.length; n += AT_ONCE) {
    characters += String.fromCharCode(...bytes.subarray(n, n + AT_ONCE))
  }
  return btoa(characters)
}

export function deflated(
  content: string | Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  return through(new Blob([content]), new CompressionStream('deflate-raw'))
}

export async function unpacked(text: string): Promise<string> {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  return new TextDecoder().decode(
    await through(new Blob([bytes]), new DecompressionStream('deflate-raw')),
  )
}

/** Bytes of one call of `String.fromCharCode`: a function accepts a limited number of arguments. */
const AT_ONCE = 8_192

async function through(
  blob: Blob,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(blob.stream().pipeThrough(stream)).arrayBuffer())
}
