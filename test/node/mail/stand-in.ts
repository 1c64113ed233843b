import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** Stands in for the mail service, outside of the runtime that is killed: what it took over it knows afterwards. */
export async function openStandIn() {
  const taken: string[] = []
  let dying: { left: number; isAnswered: boolean; kill: () => void } | null = null
  const server = createServer(async (request, response) => {
    let subject = ''
    for await (const part of request) subject += part
    taken.push(subject)
    const answer = () => response.end(JSON.stringify({ messageId: `${subject} ${taken.length}` }))
    if (dying === null || --dying.left > 0) {
      answer()
      return
    }
    const { isAnswered, kill } = dying
    dying = null
    if (isAnswered) answer()
    kill()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    taken,
    /** Kills when so many more mails were taken over, with the last of them answered or not. */
    dieAfter(left: number, isAnswered: boolean, kill: () => void): Promise<void> {
      return new Promise((resolve) => {
        dying = {
          left,
          isAnswered,
          kill() {
            kill()
            resolve()
          },
        }
      })
    },
    /** The module around the Worker that gives it this service. */
    around: (entry: string) => `
import site from '${entry}'
export * from '${entry}'

const EMAIL = {
  async send({ subject }) {
    return (await fetch('${url}', { method: 'POST', body: subject })).json()
  },
}

export default { ...site, scheduled: (event, env, context) => site.scheduled(event, { ...env, EMAIL }, context) }
`,
  }
}
