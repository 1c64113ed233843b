interface ModuleRunner {
  import: (path: string) => Promise<unknown>
}

/** The Workers plugin imports the app for each call of a Durable Object. Each import asks Vite for the path of the file. */
export function importAppOnce(): void {
  const { moduleRunner } = (globalThis as unknown as { __vitest_mocker__: { moduleRunner: ModuleRunner } })
    .__vitest_mocker__
  const askVite: ModuleRunner['import'] = Object.getPrototypeOf(moduleRunner).import.bind(moduleRunner)
  let app: Promise<unknown> | undefined
  moduleRunner.import = (path) => {
    if (!path.endsWith('/src/index.ts')) return askVite(path)
    app ??= askVite(path)
    return app
  }
}
