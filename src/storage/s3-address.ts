// Reads where a bucket is from a setting such as s3://bucket?endpoint=https://s3.example&region=eu-central-1.

/** A bucket, and how to reach it. */
export interface S3Address {
  readonly bucket: string
  /** Put before every name, ends in a slash unless empty. */
  readonly prefix: string
  readonly region: string
  /** Absent for Amazon's own. */
  readonly endpoint?: string
}

const KNOWN = new Set(['endpoint', 'region'])

/** Throws an Error whose message is a sentence for the operator who wrote the setting. */
export function parseS3Address(text: string): S3Address {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.protocol !== 's3:' || url.host === '')
    throw new Error(`must look like s3://bucket?endpoint=…&region=…`)
  for (const name of url.searchParams.keys()) {
    if (!KNOWN.has(name)) throw new Error(`has a part that is not known: ${name}`)
  }
  const endpoint = url.searchParams.get('endpoint')
  if (endpoint !== null && !isWebAddress(endpoint))
    throw new Error('has an endpoint that is no http or https address')
  return {
    bucket: url.host,
    prefix: prefixOf(url.pathname),
    region: url.searchParams.get('region') ?? 'us-east-1',
    ...(endpoint === null ? {} : { endpoint }),
  }
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

function prefixOf(path: string): string {
  const inner = decodeURIComponent(path).replace(/^\/+|(?<!\/)\/+$/g, '')
  return inner === '' ? '' : `${inner}/`
}
