/** One function at one place in the call tree, as V8 tells it. */
export interface ProfileNode {
  id: number
  callFrame: { functionName: string; url: string; lineNumber: number; columnNumber: number }
  children?: number[]
}

export interface CpuProfile {
  nodes: ProfileNode[]
  /** The node that was at work, each time somebody looked. */
  samples: number[]
}

const MICROSECONDS_A_SAMPLE = 200

/** What an isolate does while something else happens, by V8's own profiler. */
export async function profiled(
  inspectorPort: number,
  isolate: string,
  during: () => Promise<unknown>,
): Promise<CpuProfile> {
  const inspector = await connected(`ws://127.0.0.1:${inspectorPort}/${isolate}`)
  try {
    await inspector.ask('Profiler.enable', {})
    await inspector.ask('Profiler.setSamplingInterval', { interval: MICROSECONDS_A_SAMPLE })
    await inspector.ask('Profiler.start', {})
    await during()
    const { profile } = await inspector.ask<{ profile: CpuProfile }>('Profiler.stop', {})
    return profile
  } finally {
    inspector.close()
  }
}

async function connected(address: string) {
  const socket = new WebSocket(address)
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let asked = 0
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error } = JSON.parse(String(data)) as { id?: number; result?: unknown; error?: unknown }
    if (id === undefined) return
    if (error === undefined) waiting.get(id)?.resolve(result)
    else waiting.get(id)?.reject(new Error(JSON.stringify(error)))
  })
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })
  return {
    ask<Answer>(method: string, params: object): Promise<Answer> {
      const answer = Promise.withResolvers<unknown>()
      waiting.set(++asked, answer)
      socket.send(JSON.stringify({ id: asked, method, params }))
      return answer.promise as Promise<Answer>
    },
    close: () => socket.close(),
  }
}
