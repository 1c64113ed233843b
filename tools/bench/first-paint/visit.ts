import type { Browser, CDPSession, Page } from 'playwright-core'

/** The result of one first visit, in a browser with an empty cache. */
export interface Visit {
  /** Without images. */
  requests: number
  /** Transferred bytes, including headers. */
  kilobytes: number
  pictures: number
  /** Milliseconds until the first text or image is painted. */
  paint: number
}

/** Lighthouse's slow 4G. */
export const LINE = { latency: 150, bytesPerSecond: 1.6e6 / 8 }
/** CPU throttling: a phone compared to the measuring machine. */
export const SLOWER = 4

/** Measures a visit with the CPU and network of a slow phone. */
export async function visitSlowly(browser: Browser, url: string): Promise<Visit> {
  return inNewPage(browser, async (debug, open) => {
    const { latency, bytesPerSecond } = LINE
    const throughput = { downloadThroughput: bytesPerSecond, uploadThroughput: bytesPerSecond / 2 }
    await debug.send('Network.emulateNetworkConditions', { offline: false, latency, ...throughput })
    await debug.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    const asked = requestsOf(debug)
    const paint = await open(url)
    const [pictures, others] = [true, false].map((are) =>
      [...asked.values()].filter(({ isPicture }) => isPicture === are),
    )
    const bytes = (others ?? []).reduce((sum, one) => sum + one.bytes, 0)
    return { requests: others?.length ?? 0, kilobytes: bytes / 1024, pictures: pictures?.length ?? 0, paint }
  })
}

/** CPU milliseconds of the main thread before the first paint, independent of other load. */
export async function workOfVisit(browser: Browser, url: string): Promise<number> {
  return inNewPage(browser, (debug, open) => workBefore(debug, () => open(url)))
}

type Open = (url: string) => Promise<number>

/** A phone with an empty cache. */
export async function inNewPage<T>(
  browser: Browser,
  look: (debug: CDPSession, open: Open, page: Page) => Promise<T>,
): Promise<T> {
  const phone = {
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
    locale: 'en',
  }
  const context = await browser.newContext(phone)
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(PATIENCE)
    const debug = await context.newCDPSession(page)
    await debug.send('Network.enable')
    const open = async (url: string) => {
      await page.goto(url, { waitUntil: 'networkidle' })
      return page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN)
    }
    return await look(debug, open, page)
  } finally {
    await context.close()
  }
}

const PATIENCE = 120_000

function requestsOf(debug: CDPSession) {
  const asked = new Map<string, { isPicture: boolean; bytes: number }>()
  debug.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    if (!request.url.startsWith('data:')) asked.set(requestId, { isPicture: type === 'Image', bytes: 0 })
  })
  debug.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const one = asked.get(requestId)
    if (one) one.bytes = encodedDataLength
  })
  return asked
}

export interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  /** Microseconds, as are the durations. */
  ts: number
  dur?: number
  /** CPU time of the thread. */
  tdur?: number
  args?: { data?: { type?: string }; elementCount?: number }
}

/** CPU milliseconds of the painting thread before its first paint. */
async function workBefore(debug: CDPSession, open: () => Promise<unknown>): Promise<number> {
  const events = await traced(debug, ['loading', 'toplevel', 'disabled-by-default-devtools.timeline'], open)
  const paint = events.findLast(({ name }) => name === 'firstContentfulPaint')
  if (!paint) throw new Error('the page painted nothing')
  const tasks = tasksOf(events, paint).filter(({ ts }) => ts < paint.ts)
  return tasks.reduce((sum, { tdur = 0 }) => sum + tdur, 0) / 1000
}

export async function traced(
  debug: CDPSession,
  includedCategories: string[],
  act: () => Promise<unknown>,
): Promise<TraceEvent[]> {
  const events: TraceEvent[] = []
  debug.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  await debug.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories } })
  await act()
  const complete = new Promise((resolve) => debug.once('Tracing.tracingComplete', resolve))
  await debug.send('Tracing.end')
  await complete
  return events
}

/** The tasks of the thread of an event. */
export function tasksOf(events: readonly TraceEvent[], { pid, tid }: TraceEvent): TraceEvent[] {
  return events.filter((one) => one.name === 'RunTask' && one.ph === 'X' && one.pid === pid && one.tid === tid)
}
