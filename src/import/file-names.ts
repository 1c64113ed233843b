import { ImportError } from '#import/import-error.ts'

/** The name in its only form: relative, with `/`, composed characters. */
export function safeName(name: string): string {
  const parts = name.replace(/^(?:\.\/)+/, '').split('/')
  const isUnsafe = /[\\\0]|^[a-zA-Z]:/.test(name) || parts.some((part) => part === '' || part === '.' || part === '..')
  if (isUnsafe) throw new ImportError('unsafe_name', name.slice(0, 200))
  return parts.join('/').normalize('NFC')
}

/** Hidden files, the extra files of macOS, and the packages of a site's build. None of them is a post or an image. */
export function isNoise(name: string): boolean {
  return name.split('/').some((part) => NOISE.has(part) || /^\.[^./]/.test(part))
}

const NOISE = new Set(['__MACOSX', 'node_modules', 'Thumbs.db', 'desktop.ini'])

/** `blog/posts/a.md` becomes `posts/a.md` if every name begins with `blog/`. */
export function withoutTopFolder(names: readonly string[]): string[] {
  const top = names[0]?.slice(0, names[0].indexOf('/') + 1)
  return top && names.every((name) => name.startsWith(top)) ? names.map((name) => name.slice(top.length)) : [...names]
}

export function folderOf(name: string): string {
  return name.slice(0, name.lastIndexOf('/') + 1)
}

export function baseName(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1)
}
