import type { AtOnce, Step } from './act.ts'

/** What once told the two sites apart, as fast-check shrank it. People, posts and comments are counted as in act.ts: the newest is 0. */
export const KEPT: Record<string, (Step | AtOnce)[]> = {}
