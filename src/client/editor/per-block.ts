import type { Node } from '@tiptap/pm/model'

/**
 * Computes a value for each top-level block. The values are cached by node: an unchanged block is the same node as
 * before, so a key only computes the value of the block with the caret.
 */
export function perBlock<T>(compute: (block: Node) => T): (doc: Node) => T[] {
  const computed = new WeakMap<Node, T>()
  return (doc) =>
    doc.children.map((block) => {
      const value = computed.get(block) ?? compute(block)
      computed.set(block, value)
      return value
    })
}
