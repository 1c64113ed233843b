import type { MemberEnv } from '#env'

export type Viewer = MemberEnv['Variables']['viewer']

/** What the guards ask about accounts. `identify` of features/accounts/sessions sets it: `web` does not import features. */
export interface Authentication {
  /** Whether this site made the access token. Its session may have ended. */
  isIssued(accessToken: string): Promise<boolean>
  /** Checks the viewer in on the first request of the day. */
  checkIn(viewer: Viewer): Promise<Viewer>
}
