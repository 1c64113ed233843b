/** Crypto functions that Workers add; the DOM types here do not include them. */
interface SubtleCrypto {
  timingSafeEqual(a: ArrayBufferView, b: ArrayBufferView): boolean
}
