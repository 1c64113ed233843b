/** A statement of a migration with the comments before it, which SQLite does not keep. */
export interface Annotated {
  sql: string
  /** The comment lines directly above it. */
  comment: string
  /** Comment lines above it, separated by a blank line: they describe the file. Titles (`-- Tags ---`) do not count. */
  heading: string
}

export function annotatedStatements(migration: string): Annotated[] {
  return [...migration.matchAll(STATEMENT)].map(([, heading = '', comment = '', sql = '']) => ({
    sql,
    comment,
    heading: heading.replace(/^-- .*---$/gm, '').trim(),
  }))
}

// Comments and blank lines, then a statement up to its last line: "END;" for a trigger, a semicolon otherwise.
const STATEMENT =
  /((?:(?:--.*)?\n)*?)((?:--.*\n)*)^((?:CREATE TRIGGER[\s\S]*?^END;$)|(?:(?!CREATE TRIGGER)[A-Z][\s\S]*?;$))/gm
