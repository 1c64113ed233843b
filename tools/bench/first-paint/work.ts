import type { CDPSession } from 'playwright-core'

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  /** Microseconds of the thread, not of the clock. */
  tdur?: number
}

/** Milliseconds of the processor that the thread which paints has used before it painted something of the page. */
export async function workBefore(debug: CDPSession, open: () => Promise<unknown>): Promise<number> {
  const events: TraceEvent[] = []
  debug.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  const includedCategories = ['loading', 'toplevel', 'disabled-by-default-devtools.timeline']
  await debug.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories } })
  await open()
  const complete = new Promise((resolve) => debug.once('Tracing.tracingComplete', resolve))
  await debug.send('Tracing.end')
  await complete
  const paint = events.findLast(({ name }) => name === 'firstContentfulPaint')
  if (!paint) throw new Error('nothing was painted')
  const tasks = events.filter(
    ({ name, ph, pid, tid, ts }) =>
      name === TASK && ph === 'X' && pid === paint.pid && tid === paint.tid && ts < paint.ts,
  )
  return tasks.reduce((sum, { tdur = 0 }) => sum + tdur, 0) / 1000
}

const TASK = 'RunTask'
