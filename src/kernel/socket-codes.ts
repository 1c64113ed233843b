/** Why a socket is closed; the client asks again after some and not after others. */
export const CLOSED = { ended: 4401, replaced: 4408, talkative: 1008 } as const
