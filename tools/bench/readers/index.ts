import { readFile, writeFile } from 'node:fs/promises'
import { inRoot } from '../../../scripts/build/paths.ts'
import { readMeasured } from './measured.ts'
import { monthOf } from './month.ts'
import { asTable } from './report.ts'

export const MILLIONS = [1, 10, 100]
const PAGE = inRoot('docs/scaling.md')
const PLACE = /(<!-- npm run bench -- readers -->\n)[\s\S]*?(<!-- end -->)/

/** What so many readers a month would cost and which limit they would meet, by what was measured. */
export async function readers(args: string[]): Promise<void> {
  const table = readersTable()
  console.log(table)
  if (args.includes('--record')) await writeFile(PAGE, withTable(await readFile(PAGE, 'utf8'), table))
}

export function readersTable(): string {
  const measured = readMeasured()
  return asTable(MILLIONS.map((millions) => monthOf(millions * 1e6, measured)))
}

export function withTable(page: string, table: string): string {
  return page.replace(PLACE, (_, start: string, end: string) => `${start}${table}\n${end}`)
}
