// The present reach of an organization's policy, so that an owner knows before switching something off.
import { z } from 'zod'
import { asMember } from '../../domain/policy.ts'
import type { Exposure, Reading } from '../../storage/records.ts'
import { inDashboard } from '../kernel/fields.ts'
import { operation } from '../kernel/operation.ts'

const reachSchema = z.object({
  public: z.int().describe('Public artifacts'),
  sharedOutside: z.int().describe('Artifacts that name somebody outside'),
  html: z.int().describe('HTML artifacts, which may load from other sites'),
  members: z.int().describe('People with a role of their own'),
})

export const policyReach = operation({
  name: 'policyReach',
  summary: 'See how many artifacts and people each rule of the policy touches at present.',
  input: z.object({}),
  output: reachSchema,
  effect: 'read',
  access: { organization: 'owner', scope: 'org:read' },
  fails: [],
  rest: { gap: 'numbers for the page of the policy; usage and lists tell the same to programs' },
  mcp: inDashboard,
  cli: inDashboard,
  async run({ actor, rows }) {
    const { organizationId } = asMember(actor)
    const { members } = await rows.moderation.countPeople(organizationId)
    return { ...(await reachOf(rows, organizationId)), members: members.count }
  },
})

/** Artifacts read at once; between two reads others are served. */
const WINDOW = 500

async function reachOf(rows: Reading, organizationId: string) {
  const sum = { public: 0, sharedOutside: 0, html: 0 }
  let last: string | null = null
  for (;;) {
    const page: Exposure[] = await rows.moderation.exposures(organizationId, last, WINDOW)
    for (const { visibility, outsiders, format } of page) {
      if (visibility === 'public') sum.public += 1
      if (outsiders > 0) sum.sharedOutside += 1
      if (format === 'html') sum.html += 1
    }
    if (page.length < WINDOW) return sum
    last = page.at(-1)!.id
  }
}
