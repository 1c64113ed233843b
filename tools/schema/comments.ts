/** A statement of a migration with the comments that stand before it, which SQLite forgets. */
export interface Annotated {
  sql: string
  /** The comment lines right above it. */
  comment: string
  /** Comment lines above it that a blank line sets apart: what the file says of itself. Titles (`-- Tags ---`) do not count. */
  heading: string
}

export function annotatedStatements(migration: string): Annotated[] {
  return [...migration.matchAll(STATEMENT)].map(([, heading = '', comment = '', sql = '']) => ({
    sql,
    comment,
    heading: heading.replace(/^-- .*-{3,}$/gm, '').trim(),
  }))
}

// Comments and blank lines, then text up to the line that ends it: "END;" for a trigger, a semicolon for the rest.
const STATEMENT =
  /((?:(?:--.*)?\n)*?)((?:--.*\n)*)^((?:CREATE TRIGGER[\s\S]*?^END;$)|(?:(?!CREATE TRIGGER)[A-Z][\s\S]*?;$))/gm
