import type { ClientText } from '#client/text.ts'

/** What is asked of a value, as the markup says it. */
interface Wanted {
  type: string
  required: boolean
  minLength: number
  maxLength: number
  /** The value of the field that this one repeats. */
  sameAs?: string | undefined
}

/** The same words the server uses, before it is asked. Lengths count characters as a person does. */
export function problemOf(value: string, wanted: Wanted, text: ClientText): string | null {
  const length = [...value].length
  if (length === 0) return wanted.required ? text.required : null
  if (wanted.sameAs !== undefined && wanted.sameAs !== value) return text.notTheSame
  if (wanted.type === 'email' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value.trim())) return text.email
  if (wanted.minLength > 0 && length < wanted.minLength) return text.tooShort(wanted.minLength)
  if (wanted.maxLength > 0 && length > wanted.maxLength) return text.tooLong(wanted.maxLength)
  return null
}
