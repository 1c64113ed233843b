/** Equality that takes the same time wherever the first difference is. */
export function sameSecret(a: string, b: string): boolean {
  const encoder = new TextEncoder()
  const [left, right] = [encoder.encode(a), encoder.encode(b)]
  return left.length === right.length && crypto.subtle.timingSafeEqual(left, right)
}
