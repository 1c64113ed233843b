import { inRoot } from '../../scripts/build/paths.ts'
import { registerTexts } from '../../src/features/operations/admin/data/text.ts'
import {
  dataRegister,
  type RegisterArea,
  type RegisterTable,
} from '../../src/features/operations/admin/data/text-register.ts'

export const DATA = inRoot('docs/data.md')

const HEAD = `# Data register

What the main database stores about whom, why, how long, who sees it, and what the export of a user's data and the erasure of an account do.
An owner in Europe can base the record of processing activities on it; \`/admin/data\` shows it in both languages. \`npm run schema\` writes
this file from \`src/db/schema\`, where the compiler requires these facts for every column. \`migrations/schema.sql\` explains the columns.

Beside the main database: the search database has copies of posts only. The buckets have images, backups and prepared exports. Rate limits
keep IP addresses for a day at most. A backup contains erased data until it is deleted ([backups.md](backups.md)).

An account is erased 30 days after its user has deleted it. "Cleared" columns are then emptied; a column without a note of its own has the
facts of its table. "Most rows" names a limit of [limits.md](limits.md); every table that a member can fill has such a limit or an age.
`

export async function dataText(): Promise<string> {
  const areas = await dataRegister('en')
  return [HEAD, ...areas.map(areaText)].join('\n')
}

function areaText({ name, personal, others }: RegisterArea): string {
  const rows = others.map(
    (table) =>
      `| \`${table.name}\` | ${table.why} | ${table.kept} | ${table.bound} | ${table.seenBy} |\n`,
  )
  const impersonal = `### ${registerTexts.en.impersonal}

| table | purpose | kept | most rows | seen by |
|---|---|---|---|---|
${rows.join('')}`
  const parts = [
    `## ${name}\n`,
    ...personal.map(tableText),
    ...(rows.length > 0 ? [impersonal] : []),
  ]
  return parts.join('\n')
}

function tableText(table: RegisterTable): string {
  const columns = table.columns.map(({ kind, columns }) => {
    const names = columns.map(({ name, notes }) => `\`${name}\`${notes && ` (${notes})`}`)
    return `- ${kind}: ${names.join(', ')}\n`
  })
  return `### \`${table.name}\`: ${table.why}

| whose | kept | most rows | seen by | in the export | when the account is erased |
|---|---|---|---|---|---|
| \`${table.whose}\` | ${table.kept} | ${table.bound} | ${table.seenBy} | ${table.export} | ${table.erasure} |

${columns.join('')}`
}
