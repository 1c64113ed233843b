import type { Print } from '../site/control.ts'

/** A command on a running site ends with an error if its connection has no data for five minutes. */
const EVERY = 30_000

/** Prints the state of a long task from time to time. */
export async function withHeartbeat<T>(print: Print, state: () => string, work: () => Promise<T>): Promise<T> {
  const clock = setInterval(() => print(state()), EVERY)
  try {
    return await work()
  } finally {
    clearInterval(clock)
  }
}
