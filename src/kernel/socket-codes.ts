/** Close codes of WebSockets. The client reconnects after some codes and not after others. */
export const CLOSED = { ended: 4401, replaced: 4408, talkative: 1008 } as const
