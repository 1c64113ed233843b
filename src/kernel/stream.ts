/** A response body that is generated on demand, as fast as the client reads it. */
export function streamOf(
  pieces: AsyncGenerator<string | Uint8Array<ArrayBuffer>>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { value, done } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(typeof value === 'string' ? (encoder.encode(value) as Uint8Array<ArrayBuffer>) : value)
    },
    async cancel() {
      await pieces.return(undefined)
    },
  })
}
