/**
 * The part of Node's zlib that `zip.ts` uses. workerd implements it (compatibility flag
 * `nodejs_compat`).
 */
declare module 'node:zlib' {
  export const constants: { readonly Z_SYNC_FLUSH: number }
  export function crc32(bytes: Uint8Array, before?: number): number
  export function deflateRawSync(bytes: Uint8Array, options: { finishFlush: number }): Uint8Array
}
