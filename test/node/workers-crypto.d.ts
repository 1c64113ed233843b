/** What Workers add to the platform's own; here the types of browsers stand in front of theirs. */
interface SubtleCrypto {
  timingSafeEqual(a: ArrayBufferView, b: ArrayBufferView): boolean
}
