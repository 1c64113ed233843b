import type { ClientText } from '#client/text.ts'

/** The constraints of a value, from the markup. */
interface Wanted {
  type: string
  required: boolean
  minLength: number
  maxLength: number
  /** The value of the field that this one must repeat. */
  sameAs?: string | undefined
}

/** Checks a value before sending, with the server's messages. Lengths count characters as users see them. */
export function problemOf(value: string, wanted: Wanted, text: ClientText): string | null {
  const length = [...value].length
  if (length === 0) return wanted.required ? text.required : null
  if (wanted.sameAs !== undefined && wanted.sameAs !== value) return text.notTheSame
  if (wanted.type === 'email' && !/^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/.test(value.trim())) return text.email
  if (wanted.minLength > 0 && length < wanted.minLength) return text.tooShort(wanted.minLength)
  if (wanted.maxLength > 0 && length > wanted.maxLength) return text.tooLong(wanted.maxLength)
  return null
}
