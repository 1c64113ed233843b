import { PRODUCT_NAME } from '#features/core/identity/default-identity.ts'

/** `Joule <mail@example.com>`, or the address alone. */
export function senderIn(text: string): { email: string; name: string } | null {
  const [, name = '', email = ''] = /^(?:"?([^"<>\r\n]*)(?:"\s*)?<)?([^\s<>@]+@[^\s<>@]+)>?$/.exec(text.trim()) ?? []
  return email === '' ? null : { email, name: name.trim() || PRODUCT_NAME }
}
