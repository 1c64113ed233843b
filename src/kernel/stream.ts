/** A body that is made while it is read: nothing is made that the reader does not take. */
export function streamOf(pieces: AsyncGenerator<string | Uint8Array<ArrayBuffer>>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value)
    },
    async cancel() {
      await pieces.return(undefined)
    },
  })
}
