import { readFile } from 'node:fs/promises'
import type { Plugin } from 'esbuild'

/** What a hooks file makes has no effects. Told so, esbuild leaves out the hooks that a page does not use. */
export const pureHooks: Plugin = {
  name: 'pure hooks',
  setup: (build) =>
    build.onLoad({ filter: /\/src\/.*\/hooks\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8')
      return { loader: 'ts', contents: text.replace(/\b(?:hook|maybe)\(/g, '/* @__PURE__ */ $&') }
    }),
}
