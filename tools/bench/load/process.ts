import { answerParent } from '../child.ts'
import { load, type Round } from './load.ts'

/** The load process, on a separate core. The requests of a scene are sent to it once. */
const scenes = new Map<string, { requests: Buffer[]; sent: number }>()

answerParent({
  learn({ name, requests }: { name: string; requests: string[] }) {
    scenes.set(name, { requests: requests.map((request) => Buffer.from(request)), sent: 0 })
  },
  async load({ name, ...round }: Omit<Round, 'requests' | 'from'> & { name: string }) {
    const scene = scenes.get(name)
    if (!scene) throw new Error(`unknown scene ${name}`)
    const result = await load({ ...round, requests: scene.requests, from: scene.sent })
    scene.sent += result.requests
    return result
  },
})
