import type { Posted } from './post.ts'

/** A call of a bucket. `put` sends its bytes beside it. */
type Ask = (
  call: { name: 'get' | 'head' | 'put' | 'delete' | 'list'; key?: string | string[]; options?: object | undefined },
  bytes?: Uint8Array,
) => Promise<Posted>

/** The header of a call whose body is the bytes of an object. */
export const OBJECT = 'joule-object'

/** The header of a response with an object: its properties as JSON. */
export const ABOUT = 'joule-about'

/** A bucket in another process. Ranges, conditional reads, streams and multipart uploads are not supported. */
export function bucketOver(ask: Ask): R2Bucket {
  const bucket = {
    async get(key: string) {
      const answer = await ask({ name: 'get', key })
      const object = aboutIn(answer)
      return object && withBody(object, answer.bytes)
    },
    head: async (key: string) => aboutIn(await ask({ name: 'head', key })),
    put: async (key: string, value: Value, options?: object) =>
      asObject(jsonIn(await ask({ name: 'put', key, options }, bytesOf(value)))),
    async delete(key: string | string[]) {
      await ask({ name: 'delete', key })
    },
    async list(options?: object) {
      const { objects, ...page } = jsonIn(await ask({ name: 'list', options })) as { objects: object[] }
      return { ...page, objects: objects.map(asObject) }
    },
  }
  return bucket as unknown as R2Bucket
}

export const jsonIn = ({ bytes }: Posted): unknown => JSON.parse(bytes.toString())

const aboutIn = ({ headers }: Posted) => asObject(JSON.parse(decodeURIComponent(String(headers[ABOUT]))))

function asObject(about: unknown) {
  const object = about as { uploaded: string } | null
  return object && { ...object, uploaded: new Date(object.uploaded) }
}

function withBody(object: object, bytes: Buffer<ArrayBuffer>) {
  return {
    ...object,
    arrayBuffer: async () => new Uint8Array(bytes).buffer,
    text: async () => bytes.toString(),
    json: async () => JSON.parse(bytes.toString()),
  }
}

type Value = string | ArrayBuffer | ArrayBufferView

function bytesOf(value: Value): Uint8Array {
  if (typeof value === 'string') return Buffer.from(value)
  return ArrayBuffer.isView(value)
    ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
    : new Uint8Array(value)
}
