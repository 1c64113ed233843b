import type { SourceMap } from 'node:module'
import { openInspector } from '../../../scripts/site/inspector.ts'

/** One node of the call tree of a V8 profile. */
interface ProfileNode {
  id: number
  callFrame: { functionName: string; url: string; lineNumber: number; columnNumber: number }
  children?: number[]
}

interface CpuProfile {
  nodes: ProfileNode[]
  /** The active node of each sample. */
  samples: number[]
}

const MICROSECONDS_A_SAMPLE = 200

/** Profiles an isolate with V8's profiler while a task runs. */
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

/** A share of the isolate's time. */
export interface Part {
  name: string
  share: number
}

export interface Profile {
  /** By folder or package. */
  parts: Part[]
  /** By function, with its file. */
  functions: Part[]
}

/**
 * Each sample counts for its function, or for the caller if the function has no source file. Counts samples instead of
 * time differences, because these include pauses of the machine.
 */
export function profileOf({ nodes, samples }: CpuProfile, map: SourceMap): Profile {
  const times = new Map<number, number>()
  for (const id of samples) add(times, id, 1)
  const parts = new Map<string, number>()
  const functions = new Map<string, number>()
  for (const { node, owner } of withOwners(nodes, (one) => placeOf(one, map))) {
    const time = times.get(node.id) ?? 0
    add(parts, partOf(owner.file), time)
    add(
      functions,
      node.callFrame.url === '' && owner.file !== ''
        ? `${nameOf(owner)} → ${node.callFrame.functionName}`
        : nameOf(owner),
      time,
    )
  }
  return { parts: sharesOf(parts, samples.length), functions: sharesOf(functions, samples.length) }
}

interface Place {
  file: string
  name: string
}

/** The tree from its root: each node gets the nearest ancestor in a source file. */
function withOwners(nodes: readonly ProfileNode[], place: (node: ProfileNode) => Place | null) {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const found: { node: ProfileNode; owner: Place }[] = []
  const walk = (node: ProfileNode, above: Place) => {
    const owner = place(node) ?? { ...above, ...(above.file === '' && { name: node.callFrame.functionName }) }
    found.push({ node, owner })
    for (const id of node.children ?? []) {
      const child = byId.get(id)
      if (child) walk(child, owner)
    }
  }
  const [root] = nodes
  if (root) walk(root, { file: '', name: '' })
  return found
}

function placeOf(
  { callFrame: { url, lineNumber, columnNumber, functionName } }: ProfileNode,
  map: SourceMap,
): Place | null {
  if (url === '') return null
  if (!url.endsWith('index.js')) return { file: url, name: functionName }
  const entry = map.findEntry(lineNumber, columnNumber)
  if (!('originalSource' in entry)) return { file: url, name: functionName }
  // Node also returns the source name, which its types lack.
  const name = 'name' in entry && typeof entry.name === 'string' ? entry.name : functionName
  return { file: entry.originalSource.replace(/^(\.\.\/)+/, ''), name }
}

/** A package, or a folder of this project. */
function partOf(file: string): string {
  const [, pack] = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file) ?? []
  if (pack !== undefined) return pack === 'hono' && file.includes('jsx') ? 'hono/jsx' : pack
  const [, folder] = /^(src\/(?:features\/[^/]+\/[^/]+|[^/]+))\//.exec(file) ?? []
  if (folder !== undefined) return file.endsWith('.tsx') ? `${folder}, pages` : folder
  return file === '' ? 'the runtime' : file
}

function nameOf({ file, name }: Place): string {
  return `${name || 'anonymous'} (${file.split('/').slice(-2).join('/')})`
}

function add<Key>(sums: Map<Key, number>, name: Key, time: number): void {
  sums.set(name, (sums.get(name) ?? 0) + time)
}

function sharesOf(sums: ReadonlyMap<string, number>, whole: number): Part[] {
  return [...sums].map(([name, time]) => ({ name, share: time / whole })).sort((a, b) => b.share - a.share)
}
