export const IMPORT_PROBLEMS = [
  'unknown_format',
  'not_a_zip',
  'encrypted_zip',
  'unsafe_name',
  'file_too_large',
  'too_many_files',
  'too_many_items',
  'unpacks_too_large',
  'not_utf8',
  'invalid_json',
  'invalid_xml',
  'invalid_dump',
] as const

/**
 * An import file that cannot be read as a whole. `file` is the name of the file in the archive, if
 * the problem concerns only one.
 */
export class ImportError extends Error {
  readonly problem: (typeof IMPORT_PROBLEMS)[number]
  readonly file: string | null

  constructor(problem: ImportError['problem'], file: string | null = null) {
    super(file === null ? problem : `${problem}: ${file}`)
    this.problem = problem
    this.file = file
  }
}

/** Limits that bound memory and time for hostile files. */
export const LIMITS = {
  /** Bytes of the chosen file. */
  file: 200 * 1024 * 1024,
  /** Bytes of all unpacked entries that are read. */
  unpacked: 1024 * 1024 * 1024,
  files: 100_000,
  items: 20_000,
  /** Bytes of one text file of a post. */
  text: 4 * 1024 * 1024,
  /** Bytes of one JSON file of a whole site, which is parsed in memory. */
  json: 200 * 1024 * 1024,
  image: 20 * 1024 * 1024,
}
