// Publishes a small page over REST.
import { multipart, send } from './http.ts'

/** The short ID of a new page with the audience. */
export async function publish({ url }: { url: string }, key: string, visibility: string): Promise<string> {
  const { headers, body } = multipart([
    { name: 'file', value: 'x', filename: 'a.md' },
    { name: 'visibility', value: visibility },
  ])
  const sent = { method: 'POST', headers: { ...headers, authorization: `Bearer ${key}` }, body }
  return (await send(`${url}/v1/artifacts`, sent)).json.shortId
}
