// The source of a version as text.
import type { Version } from '../domain/artifact.ts'
import type { Context } from './context.ts'

/** Reads a version whole; for texts whose size the caller has bounded. A BOM stays. */
export async function textOf(context: Pick<Context, 'contents'>, version: Version): Promise<string> {
  const bytes = await context.contents.read(version)
  if (bytes instanceof Uint8Array) return decode(bytes)
  const chunks: Uint8Array[] = []
  for await (const chunk of bytes) chunks.push(chunk as Uint8Array)
  return decode(Buffer.concat(chunks))
}

const decode = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
