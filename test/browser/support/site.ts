import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    siteUrl: string
    /** The folder of its databases. */
    siteData: string
    /** Where its database takes batches. */
    siteDatabase: string
    /** The file with what it logs. */
    siteLog: string
    owner: { email: string; password: string }
    /** The path of the browser, or nothing where there is none. */
    chromium: string
  }
}

export const site = inject('siteUrl')
