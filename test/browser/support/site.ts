import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the processes of tests find out about their sites. */
    sites: string
    owner: { email: string; password: string }
    /** The path of the browser, or nothing where there is none. */
    chromium: string
  }
}

export interface TheSite {
  url: string
  /** The folder of its databases. */
  data: string
  /** Where its database takes batches. */
  database: string
  /** The file with what it logs. */
  log: string
}

/** The site of this process. Files beside it have another: what one of them turns off is off for nobody else. */
export const theSite = await siteOf(process.env.VITEST_POOL_ID ?? '1')
export const site = theSite.url

async function siteOf(process: string): Promise<TheSite> {
  const response = await fetch(`${inject('sites')}/${process}`)
  if (!response.ok) throw new Error(`no site: ${await response.text()}`)
  return response.json() as Promise<TheSite>
}
