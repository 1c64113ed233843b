/**
 * Waits for a timer, so that requests that arrived meanwhile are answered. A local site has its database in the same process, and
 * accepts no request between two database calls.
 */
export function pause(milliseconds = 1): Promise<void> {
  return new Promise((resume) => setTimeout(resume, milliseconds))
}
