/** An error that the operator can fix: printed as one line, without a stack trace. */
export class Failure extends Error {}

/**
 * Runs a command. An error prints one line and sets exit code 1.
 * @param {() => Promise<unknown>} command
 */
export async function orFail(command) {
  try {
    await command()
  } catch (error) {
    console.error(inOneLine(error))
    process.exit(1)
  }
}

/** @param {unknown} error */
export function inOneLine(error) {
  if (error instanceof Failure) return `joule: ${error.message}`
  const reason = systemReason(error)
  if (reason) return `joule: ${reason} (${/** @type {NodeJS.ErrnoException} */ (error).path})`
  // An unexpected error is a bug: a bug report needs the stack.
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/**
 * The reason for a file system error in plain words; undefined for any other error.
 * @param {unknown} error
 */
export function systemReason(error) {
  return SYSTEM_REASONS[/** @type {NodeJS.ErrnoException} */ (error)?.code ?? '']
}

/** @type {Record<string, string>} */
const SYSTEM_REASONS = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the disk is read-only',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENOTDIR: 'a file is in the way',
  EEXIST: 'a file is in the way',
}
