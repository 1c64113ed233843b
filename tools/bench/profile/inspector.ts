import { openInspector } from '../../../scripts/site/inspector.ts'

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
  const inspector = await openInspector(inspectorPort, isolate)
  try {
    await inspector.ask('Profiler.enable')
    await inspector.ask('Profiler.setSamplingInterval', { interval: MICROSECONDS_A_SAMPLE })
    await inspector.ask('Profiler.start')
    await during()
    const { profile } = await inspector.ask<{ profile: CpuProfile }>('Profiler.stop')
    return profile
  } finally {
    inspector.close()
  }
}
