// The documentation a server carries with it: what each problem code means, and where the API is described.

import { type ProblemCode, problems } from '../../../domain/problem.ts'
import type { Assets } from '../layout/assets.ts'
import { editorHtml } from '../layout/own-page-layout.tsx'

/** The page that `type` of a problem document leads to. */
export function problemDocPage(assets: Assets, code: ProblemCode): string {
  const [status, title] = problems[code]
  return editorHtml({
    assets,
    title,
    children: (
      <>
        <h1>{title}</h1>
        <p>
          An answer with status {status} and the code <code>{code}</code>. Its <code>detail</code> says what
          happened and what to do next; its <code>requestId</code> is what to name when asking the operator.
        </p>
        <p class="actions">
          <a class="button" href="/docs">
            All problems
          </a>
        </p>
      </>
    ),
  })
}

/** The front page of the documentation. */
export const docsPage = (assets: Assets, url: string): string =>
  editorHtml({
    assets,
    title: 'Documentation',
    width: 'wide',
    children: (
      <>
        <h1>Documentation</h1>
        <p>
          The API is described by <a href="/v1/openapi.json">an OpenAPI document</a>. Agents speak the Model
          Context Protocol at <code>{url}/v1/mcp</code>, and without an account at{' '}
          <code>{url}/v1/public/mcp</code>.
        </p>
        <h2>Problems</h2>
        <table>
          <thead>
            <tr>
              <th scope="col">Code</th>
              <th scope="col">Status</th>
              <th scope="col">Meaning</th>
            </tr>
          </thead>
          <tbody>
            {Object.entries(problems).map(([code, [status, title]]) => (
              <tr key={code}>
                <td>
                  <a href={`/docs/problems/${code}`}>
                    <code>{code}</code>
                  </a>
                </td>
                <td>{status}</td>
                <td>{title}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </>
    ),
  })
