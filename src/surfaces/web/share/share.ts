// The data that the sharing dialog begins with: `/app/artifacts/{id}/share`, for those who may share the page.

import { notFound } from '../../../domain/problem.ts'
import type { PresentedArtifact } from '../../../operations/artifacts/artifact-answer.ts'
import { operations } from '../../../operations/index.ts'
import type { OutputOf } from '../../../operations/kernel/operation.ts'
import { send } from '../../http/encode.ts'
import { isPerson, type PageRequest, performed, type Section } from '../page/dashboard.ts'
import { common } from '../words/common.ts'
import { type AudienceLimits, audienceLimits } from './audience-form.tsx'

export const share: Section = {
  href: '/app',
  label: common.pages,
  group: 'pages',
  unlisted: true,
  isFor: isPerson,
  routes: { 'GET /app/artifacts/:id/share': showSharing },
}

export interface Sharing {
  artifact: PresentedArtifact & { sharedWith: string[] }
  limits: AudienceLimits
  /** The people behind the addresses that the page names. */
  recipients: OutputOf<typeof operations.recipients>
  /** The address of the person who shares. */
  reader: string
}

async function showSharing(request: PageRequest): Promise<void> {
  const id = request.params.id ?? ''
  const artifact = await performed(request, operations.get, { id })
  if (!artifact.can.includes('share')) throw notFound()
  const { sharedWith = [], organization } = artifact
  const sharing: Sharing = {
    artifact: { ...artifact, sharedWith },
    limits: audienceLimits(organization, request.me.policy),
    recipients: await performed(request, operations.recipients, { id, addresses: sharedWith }),
    reader: request.actor.email,
  }
  send(request.exchange, 200, request.pageContext.site.headers.api(), JSON.stringify(sharing))
}
