import { ApiError, isRecord } from '#client/api-error.ts'
import { editorApi } from '#client/editor/editor-api.ts'
import { fitForUpload, ImageProblem } from '#client/editor/images/shrink-image.ts'
import { editorText } from '#client/editor/text.ts'
import { clientText } from '#client/text.ts'

export interface Uploaded {
  url: string
  width: number
  height: number
}

export async function uploadImage(file: Blob, onProgress: (fraction: number) => void): Promise<Uploaded> {
  const form = new FormData()
  form.append('file', await fitForUpload(file), 'image')
  const answer = await editorApi.upload('/api/posts/upload-image', form, onProgress)
  if (!isRecord(answer)) throw new TypeError('the response is not an image')
  return { url: String(answer.url), width: Number(answer.width), height: Number(answer.height) }
}

export function uploadProblem(error: unknown): string {
  if (error instanceof ImageProblem) return editorText()[error.problem]
  return error instanceof ApiError ? error.message : clientText().unreadable
}
