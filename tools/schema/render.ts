import type { Annotated, MigratedDatabase, SchemaObject, TableRows } from './migrated.ts'

/** The width of titles and of lines with rows. */
const WIDTH = 120

/**
 * One database: its tables and views in the order of their creation, each with its indexes,
 * triggers and rows.
 */
export function renderDatabase({ name, objects, rows, statements }: MigratedDatabase): string {
  const title = `${`-- ${name} `.padEnd(WIDTH, '=')}\n`
  const tables = objects.filter(({ type }) => type === 'table' || type === 'view')
  return [title, ...tables.map((table) => renderTable(table, { objects, rows, statements }))].join(
    '\n',
  )
}

function renderTable(
  table: SchemaObject,
  { objects, rows, statements }: Omit<MigratedDatabase, 'name'>,
): string {
  const own = (type: SchemaObject['type']) =>
    objects.filter((it) => it.type === type && it.table === table.name)
  const made = (object: SchemaObject) =>
    annotated(statements, object, withAddedColumns(object, statements))
  const filled = rows.filter((it) => it.table === table.name)
  const indexes = own('index').map(made).join('')
  const title = `${`-- ${table.name} `.padEnd(WIDTH, '-')}\n`
  return [
    title,
    made(table),
    ...filled.map((it) => insert(it, statements)),
    indexes,
    ...own('trigger').map(made),
  ]
    .filter((part) => part !== '')
    .join('\n')
}

function annotated(statements: Annotated[], { type, name }: SchemaObject, sql: string): string {
  const maker = new RegExp(`^CREATE (UNIQUE |VIRTUAL )?${type.toUpperCase()} ${name}\\b`)
  const { heading, comment } = statements.findLast((it) => maker.test(it.sql)) ?? {
    heading: '',
    comment: '',
  }
  return `${heading && `${heading}\n\n`}${comment}${sql};\n`
}

/**
 * SQLite appends an added column to the last line of the statement. Here it gets a line of its own,
 * with the comment of its migration.
 */
function withAddedColumns({ type, name, sql }: SchemaObject, statements: Annotated[]): string {
  if (type !== 'table') return sql
  const added = new RegExp(`^ALTER TABLE ${name} ADD COLUMN ([\\s\\S]*);$`)
  return statements.reduce((text, statement) => {
    const column = added.exec(statement.sql)?.[1]
    const comment = `${statement.heading && `${statement.heading}\n`}${statement.comment}`
      .replace(/^/gm, '  ')
      .trimEnd()
    return column
      ? text.replace(`, ${column}`, () => `,\n${comment && `${comment}\n`}  ${column}`)
      : text
  }, sql)
}

function insert({ table, columns, values }: TableRows, statements: Annotated[]): string {
  const target = columns.join() === 'name,seq' ? 'sqlite_sequence' : table
  const filler = statements.find(
    ({ sql }) => sql.startsWith(`INSERT INTO ${target} `) && sql.includes(table),
  )
  const tuples = values.map((row) => `(${row.map(literal).join(', ')})`)
  const [first = '', ...more] = tuples
  let [line, text] = [`  ${first}`, '']
  for (const tuple of more) {
    const longer = `${line}, ${tuple}`
    if (longer.length >= WIDTH) [text, line] = [`${text}${line},\n`, `  ${tuple}`]
    else line = longer
  }
  return `${filler?.comment ?? ''}INSERT INTO ${target} (${columns.join(', ')}) VALUES\n${text}${line};\n`
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)
}
