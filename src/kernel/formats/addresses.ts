import { EmailInput } from '#kernel/email-address.ts'
import { AppError, type FieldProblem } from '#kernel/errors.ts'
import { fieldProblem, fieldProblemWith } from '#kernel/fields.ts'
import { eachCsvRow } from '#kernel/formats/csv.ts'

export const IMPORTED_ADDRESSES_MAX = 10_000

/** The addresses of a CSV file, each once: the first cell of each row that is an address. */
export function addressesIn(csv: string): string[] {
  const found = new Set<string>()
  for (const row of eachCsvRow(csv)) {
    const address = row.map((cell) => EmailInput.safeParse(cell).data).find(Boolean)
    if (address) found.add(address)
    if (found.size > IMPORTED_ADDRESSES_MAX)
      throw refused(fieldProblemWith('too_many', IMPORTED_ADDRESSES_MAX))
  }
  if (found.size === 0) throw refused(fieldProblem('not_an_email'))
  return [...found]
}

const refused = (addresses: FieldProblem): AppError =>
  new AppError('validation_failed', { fields: { addresses } })
