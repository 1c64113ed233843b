import { mkdir, readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import type { Plugin } from 'miniflare'

/** The name of this plugin, and the type of its bindings. */
export const DATABASE = 'joule-database'

/** The Worker of the objects, and the module of the bindings. */
const SERVICE = 'joule-database:objects'
const STORAGE = 'joule-database:storage'
const BINDING_MODULE = 'joule-database:binding'

/**
 * The object has the key of Miniflare's D1, from which workerd derives the name of the file. So a
 * data folder works with both.
 */
const D1_KEY = 'miniflare-D1DatabaseObject'
const D1_FOLDER = 'd1'

const plugin: Plugin = {
  bindingTypeDescription: 'database of a site on one machine',
  getBindings: ({ config }) =>
    databasesIn(config).map(([binding, name]) => ({
      name: binding,
      wrapped: {
        moduleName: BINDING_MODULE,
        innerBindings: [
          {
            name: 'OBJECTS',
            durableObjectNamespace: { className: 'DatabaseObject', serviceName: SERVICE },
          },
          { name: 'NAME', text: name },
        ],
      },
    })),
  getNodeBindings: () => ({}),
  async getServices({ options: { config }, tmpPath, sharedOptions }) {
    if (databasesIn(config).length === 0) return []
    const path = join(sharedOptions.resourcePersistencePath ?? tmpPath, D1_FOLDER)
    await mkdir(path, { recursive: true })
    return [
      { name: STORAGE, disk: { path, writable: true } },
      {
        name: SERVICE,
        worker: {
          compatibilityDate: config.compatibilityDate ?? '2026-09-01',
          modules: [{ name: 'object.js', esModule: await script('object.ts') }],
          durableObjectNamespaces: [
            { className: 'DatabaseObject', uniqueKey: D1_KEY, enableSql: true },
          ],
          durableObjectStorage: { localDisk: STORAGE },
        },
      },
    ]
  },
  async getExtensions({ options }) {
    if (options.every(({ config }) => databasesIn(config).length === 0)) return []
    const esModule = await script('client.ts')
    return [{ modules: [{ name: BINDING_MODULE, esModule, internal: true }] }]
  },
}

/** Miniflare loads this file and looks for the plugin here. */
export const plugins = { [DATABASE]: plugin }

type Config = Parameters<Plugin['getBindings']>[0]['config']

/** The databases of a Worker: the name of each by its binding. */
function databasesIn({ env = {} }: Config): [binding: string, name: string][] {
  return Object.entries(env).flatMap(([binding, { type, ...rest }]) => {
    if (type !== `unsafe:${DATABASE}`) return []
    const { dev } = rest as { dev: { options: { name: string } } }
    return [[binding, dev.options.name]]
  })
}

/** A file of this folder as JavaScript. */
async function script(file: string): Promise<string> {
  const source = await readFile(join(import.meta.dirname, file), 'utf8')
  // Suppresses the warning that the function is experimental: the Node version is pinned.
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return stripTypeScriptTypes(source)
  } finally {
    process.emitWarning = emitWarning
  }
}
