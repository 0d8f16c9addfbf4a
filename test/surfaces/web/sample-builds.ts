// The page of CI builds in every state.

import type { Assets } from '../../../src/surfaces/web/layout/assets.ts'
import { type BuildsPageProps, buildsPage } from '../../../src/surfaces/web/organization/builds.tsx'
import { sampleFrame } from './sample-frame.ts'
import { ago, type Words } from './sample-words.ts'

export function buildPages(assets: Assets, words: Words): Record<string, () => string> {
  const frame = sampleFrame(assets, words, '/app/builds')
  const issuers = ['https://token.actions.githubusercontent.com', 'https://gitlab.acme.example']
  const used: BuildsPageProps['rules'][number] = {
    ...{ id: 'b1', issuer: issuers[0]!, repositoryId: 1_296_269, repository: words.name },
    ...{ ref: 'refs/heads/main', environment: words.organization, pullRequests: false },
    ...{ scopes: ['artifacts:write', 'sharing:write'], visibilities: ['company', 'public'] },
    ...{ createdAt: ago(30).toISOString(), lastUsedAt: ago(0.01).toISOString() },
  }
  const unused: BuildsPageProps['rules'][number] = {
    ...{ id: 'b2', issuer: issuers[1]!, repositoryId: 74, repository: null },
    ...{ ref: 'refs/merge-requests/*/head', environment: null, pullRequests: true },
    ...{ scopes: ['artifacts:write'], visibilities: ['company'] },
    ...{ createdAt: ago(1).toISOString(), lastUsedAt: null },
  }
  return {
    'builds-none': () => buildsPage({ frame, issuers, rules: [] }),
    'builds-off': () => buildsPage({ frame, issuers: [], rules: [] }),
    builds: () =>
      buildsPage({ frame, issuers, rules: [used, { ...unused, ref: null, environment: 'x' }, unused] }),
    'builds-again': () =>
      buildsPage({
        ...{ frame, issuers, rules: [used] },
        errors: [{ field: 'repositoryId', message: words.message }],
        values: { ...unused, repositoryId: words.name },
      }),
  }
}
