import { sourceFiles } from './source.ts'

interface HookOfView {
  /** As it is exported. */
  name: string
  path: string
  attributes: string[]
}

/** Every hook by which a view and a behaviour are joined, and the `data-*` attributes it is made of. */
export async function hooks(): Promise<HookOfView[]> {
  const found: HookOfView[] = []
  for (const { path } of sourceFiles().filter(({ path }) => /^(features|web|kernel\/html)\/.*hooks\.ts$/.test(path))) {
    const exported: Record<string, unknown> = await import(new URL(`../../src/${path}`, import.meta.url).href)
    for (const [name, hook] of Object.entries(exported)) found.push({ name, path, attributes: attributesOf(hook) })
  }
  return found
}

function attributesOf(hook: unknown): string[] {
  if (typeof hook === 'function' && 'mark' in hook && 'facts' in hook) {
    const facts = hook.facts as { name: string }[]
    return [String(hook.mark), ...facts.map(({ name }) => name)]
  }
  return Object.values(hook ?? {}).map(String)
}
